/**
 * Rollups and pre-aggregates that somebody else computed, in the tables of OpenTSDB 2.4: {@link
 * io.rowandb.tsdb.given.GivenPoints} writes and reads them, {@link
 * io.rowandb.tsdb.query.GivenQueries} answers from them.
 *
 * <p>A <i>rollup</i> is a number of an interval of a series; a <i>pre-aggregate</i> is one of a
 * group of series, and has the tag {@code _aggregate} with the name of its aggregator in capitals.
 * Each interval has a table for rollups and one for pre-aggregates that are rolled up too; points
 * that are pre-aggregated alone are in the second table of the default interval, with the columns
 * of points.
 *
 * <pre>
 * column of a rollup, three bytes
 *   number of the aggregator, 0 to 127
 *   12 bits: number of the interval in its row; 4 bits: flags of the value, as those of a point
 * column as OpenTSDB wrote it before 2.4, read alone
 *   name of the aggregator, 3A, then the same two bytes
 * </pre>
 *
 * <p>Example: the sum 300 of the hour that begins at 10:00 UTC, in a row of a day.
 *
 * <pre>
 * 00 00 A1   01 2C     aggregator 0, interval 10 = 00A, an integer of two bytes
 * </pre>
 *
 * <p>Read first: {@link io.rowandb.tsdb.given.RollupTables}, then {@link
 * io.rowandb.tsdb.given.GivenRules}.
 */
package io.rowandb.tsdb.given;
