/**
 * OpenTSDB's formats. Bytes enter and leave; nothing here knows a table, keeps a thread or a state
 * between calls. Read {@link io.rowandb.tsdb.codec.PointKeyLayout} first, then {@link
 * io.rowandb.tsdb.codec.RowDecoder}. Damage is found, named and reported by {@link
 * io.rowandb.tsdb.codec.DamagedDataException}, never repaired in silence.
 *
 * <p>A row is one series in one hour, all columns in family {@code t}. All numbers are big-endian.
 *
 * <pre>
 * row key
 *   +-------------+-----------+-------------+--------------------------------+
 *   | salt        | metric    | base        | (tag key UID, tag value UID) * |
 *   | 0..8 bytes  | 3 bytes   | 4 bytes     | 3 + 3 bytes, pairs sorted      |
 *   +-------------+-----------+-------------+--------------------------------+
 *   base: the hour's first second, unsigned; widths of UIDs 1..7 by configuration;
 *   salt: |hash(metric, tags)| % buckets, hash as java.util.Arrays.hashCode; metric 0 has salt 0
 *
 * column of a point, seconds            column of a point, milliseconds
 *   15           4 3    2    0            31   28 27            6 5   4 3    2    0
 *   +-------------+-----+-----+           +------+---------------+-----+-----+-----+
 *   | seconds     |float|len-1|           | 1111 | milliseconds  | 00  |float|len-1|
 *   +-------------+-----+-----+           +------+---------------+-----+-----+-----+
 *   value: an integer in the smallest of 1, 2, 4, 8 bytes; a float in 4, a double in 8
 *
 * compacted column
 *   qualifier: those of its points, by time, one behind the other
 *   value:     their values, one behind the other, and a byte: 1 when seconds and milliseconds mix, or 0
 *
 * column of appends
 *   qualifier: 05 00 00
 *   value:     (qualifier, value) of each point, in the order in which they came
 *
 * column of an object, such as an annotation
 *   qualifier: kind (annotation 01), then the offset: 2 bytes of seconds or 4 of milliseconds, no flags
 *   value:     JSON in UTF-8
 * </pre>
 *
 * <p>Columns of points have qualifiers of even length, all others of odd length. The kind 01 sorts
 * first: an annotation comes before all points but those of the hour's first 31 seconds.
 *
 * <p>Example: metric 00 00 01 with tag 00 00 01 = 00 00 02, the value 300 ten minutes after
 * 2011-07-03 10:00 UTC (1309687200, base 4E 10 3D A0), and 1.5 a quarter of a second later.
 *
 * <pre>
 * row        00 00 01  4E 10 3D A0  00 00 01 00 00 02
 * column     25 81         01 2C               seconds 600 = 258, integer of 2 bytes
 * column     F2 4A 2E 8B   3F C0 00 00         milliseconds 600250 = 928BA, float of 4 bytes
 * compacted  25 81 F2 4A 2E 8B   01 2C 3F C0 00 00 01
 * appended   05 00 00            25 81 01 2C F2 4A 2E 8B 3F C0 00 00
 * annotation 01 02 58            {"description":"started"}
 * </pre>
 *
 * <p>OpenTSDB before 2011 wrote floats of 4 bytes as 8, with four zero bytes in front and a flag of
 * 4. A column of one point in seconds is read by its value's length, so those are read right, and
 * compaction writes them right.
 */
package io.rowandb.tsdb.codec;
