/**
 * Tells a program when its result depends on one of HBase's traps; off unless {@code rowan.hazards}
 * is set.
 *
 * <p>Enters: the regions of a table. Leaves: regions that do the same and also check for hazards:
 * before and after a write they read the column's history, and during a scan they compare it with
 * the same scan after a major compaction. When it is off nothing is wrapped, so it costs nothing.
 * Runs in the threads of the requests. A check is an additional read with its own read point, so
 * under concurrent writes a report may come late or concern another thread's write. Nothing is
 * stored.
 *
 * <p>Families whose attribute {@code rowan.hazards} is {@code off} are not checked: their writer
 * knows what is hidden there. The record layer sets it on the families of its index entries.
 *
 * <p>Read first: {@link io.rowandb.client.hazard.Hazard}, then {@code WatchedRegion}.
 */
package io.rowandb.client.hazard;
