/**
 * Every parser of the engine against bytes that no writer made.
 *
 * <p>A {@code FuzzTarget} makes a whole file of its input, checksums and all, so that what is
 * behind the checksums is reached, reads it, and checks what it read. {@code Trial} says what may
 * come of it: an answer, or one of few declared exceptions, with a bounded number of reads and
 * bytes of heap. The inputs are the seeds that a target makes itself, the corpus in the resources
 * (what a search once found: unusual paths, and each input that showed a bug), mutations of both,
 * and, for minutes or hours, what Jazzer finds when it watches the code: {@code JazzerTest}.
 *
 * <p>The targets are in the packages of what they test. Read first: {@code FuzzTarget}, then {@code
 * ParsersTest}.
 */
package io.rowandb.engine.fuzz;
