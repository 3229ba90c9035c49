/**
 * A simulated world in which a whole database runs from one seed: disk, clock and background work.
 *
 * <p>In comes a seed, out comes nothing, or a failure that names the seed and the call of the disk.
 * One thread does everything, one thing after the other, background work too, so that the same seed
 * makes the same calls of the disk again. At each of them the world is stopped, looked at after a
 * loss of the process or of power, and goes on.
 *
 * <p>Or one call of the disk fails, is late, is done by half or reads a wrong bit, or the disk is
 * full from that call on, and the history goes on to the step that tells of it: {@code
 * FailingCallsTest}.
 *
 * <p>Read first: {@code WorldHistory}, then {@code CrashPoints}.
 */
package io.rowandb.engine.world;
