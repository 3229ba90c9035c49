/**
 * Other keys for points that are there: salt, or UIDs of other widths, which keep their numbers.
 *
 * <p>{@link io.rowandb.tsdb.layout.LayoutMove} makes new tables and copies the old ones into them,
 * cell by cell, at the cells' times; the descriptor of the old table of points has the phase
 * ({@link io.rowandb.tsdb.layout.LayoutPhase}).
 *
 * <ul>
 *   <li>COPYING: the old tables are read and written by all programs as ever, compacted, and points
 *       are removed. What is copied may be outdated, and nobody reads it.
 *   <li>FENCED: the old tables are read-only (HBase's READONLY), which their servers see to,
 *       whatever program writes. When all regions have been reopened no row changes any more. Then
 *       all cells are compared in both directions and put right, until a comparison finds nothing.
 *       So what programs wrote or removed meanwhile need not be known: this version's, older ones',
 *       or OpenTSDB's.
 *   <li>SWITCHED: the new tables are read, and are read-only. {@link
 *       io.rowandb.tsdb.layout.LayoutPlace} is looked at a lease ago at most before each call of
 *       {@link io.rowandb.tsdb.TimeSeries}. As both tables have the same, it does not matter which
 *       one a program reads.
 *   <li>MOVED: two leases later nobody reads the old ones, and the new ones take writes.
 * </ul>
 *
 * <p>So writes wait from the fence on until the comparison and two leases are over; reads never do,
 * and always have all that was acknowledged. After a death at any call the next run goes on: copies
 * and repairs are the same when they are made twice. A program that knows nothing of this goes on
 * reading the old tables as they were at the fence, until they are dropped.
 *
 * <p>First read {@link io.rowandb.tsdb.layout.LayoutMove}, then {@link
 * io.rowandb.tsdb.layout.TableCopy}.
 */
package io.rowandb.tsdb.layout;
