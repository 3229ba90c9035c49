/**
 * Rollups: of each interval of a series its sum, count, least and greatest number, in a table of
 * their own, as OpenTSDB 2.4 keeps them. {@link io.rowandb.tsdb.rollup.Rollups} makes and reads
 * them; {@link io.rowandb.tsdb.query.RolledQueries} answers from them.
 *
 * <p>A row is one series in one span, such as a day. Its key is that of the points, with the span's
 * first second as its time.
 *
 * <pre>
 * column
 *   qualifier: kind (sum 0, count 1, min 2, max 3), then 12 bits of the interval's number in the
 *              span and 4 of flags, as those of a point
 *   value:     as a point's
 * </pre>
 *
 * <p>Example: the sum 1.5 of the interval of an hour that begins at 10:00 UTC, in a row of a day.
 *
 * <pre>
 * 00 00 AF   3F F8 00 00 00 00 00 00     interval 10 = 00A, a double
 * </pre>
 *
 * <p>Written are doubles alone, so that an interval that is made again has the same columns.
 *
 * <p>Of ours is the row of zeros, as long as a key without tags: in column 52 and the metric's UID
 * it has, in 8 bytes, the milliseconds since 1970 until which the metric's rollups are whole.
 */
package io.rowandb.tsdb.rollup;
