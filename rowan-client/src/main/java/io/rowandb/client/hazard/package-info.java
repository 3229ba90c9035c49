/**
 * Tells a program when its result depends on one of HBase's traps; off unless {@code rowan.hazards}
 * is set.
 *
 * <p>In come the regions of a table, out go regions that do the same and look about: before and
 * after a write at the column's history, and while a scan runs at what the same scan would show
 * after a major compaction. When it is off nothing is wrapped, so that it costs nothing. Runs in
 * the threads of the requests; a look is a further read, with a read point of its own, so that
 * under concurrent writes a report may come late or concern another's write. Nothing is stored.
 *
 * <p>Cells of families that have the attribute {@code rowan.hazards} with the value {@code off} are
 * not looked at: their writer knows what is hidden there. The record layer gives it to the families
 * of its indexes' entries.
 *
 * <p>Read first: {@link io.rowandb.client.hazard.Hazard}, then {@code WatchedRegion}.
 */
package io.rowandb.client.hazard;
