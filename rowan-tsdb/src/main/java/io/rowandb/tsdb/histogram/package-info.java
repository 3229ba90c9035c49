/**
 * Histograms of a series, in OpenTSDB's form: {@link io.rowandb.tsdb.histogram.Histograms} writes
 * and reads them, {@link io.rowandb.tsdb.query.HistogramQueries} answers from them.
 *
 * <p>A histogram stands in the row of its hour, beside points, as an object of kind 6.
 *
 * <pre>
 * column:  06, then the offset in the hour: 2 bytes of seconds, or 4 of milliseconds
 * value
 *   1 byte    number of the codec; here 42 is OpenTSDB's SimpleHistogramDecoder
 *   2 bytes   how many buckets
 *   each      4 bytes lower bound, 4 bytes upper bound, both floats, then its count
 *   then      the count below all buckets, the count above
 * a count: 7 bits a byte, the lowest first, 80 on all but the last; a ninth byte has 8 bits
 * </pre>
 *
 * <p>Example: 300 between 0 and 1.75, none below, 1 above, at the second 5 of an hour.
 *
 * <pre>
 * 06 00 05   2A 00 01   00 00 00 00  3F E0 00 00  AC 02   00   01
 * </pre>
 */
package io.rowandb.tsdb.histogram;
