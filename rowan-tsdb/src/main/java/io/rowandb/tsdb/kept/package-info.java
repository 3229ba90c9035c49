/**
 * Rollups that the writer keeps up to date: of each minute, ten minutes and hour of a series its
 * sum, count, least and greatest number, and a sketch of its numbers. Answers from them are those
 * of the points, after late points, duplicates and a death at any call. Read first: {@link
 * io.rowandb.tsdb.kept.KeptRollups}; {@link io.rowandb.tsdb.query.KeptQueries} answers.
 *
 * <p>The hours of a metric are marked, one row each, in the table {@code NAME-marks}. An hour is
 * clean, and its rollups are used, if and only if
 *
 * <ol>
 *   <li>no writer is at it,
 *   <li>its rollups were made, of the rule of duplicates that the reader goes by,
 *   <li>it did not change since they were begun to be made.
 * </ol>
 *
 * Others are answered from points. A writer marks the hours of its points before it writes these,
 * and counts the change after; then it takes its mark away. One that dies leaves it, so the hour is
 * answered from points until somebody says that no writer of before is left.
 *
 * <p>Who removes a metric is a writer at all its hours till its points and rollups are gone, and
 * takes the marks away last. A maker that began before finds its token gone, so it cannot say that
 * what it made is that of the points.
 *
 * <pre>
 * row of NAME-marks: the metric's UID (with salt, bucket 0) and the hour, as a key without tags
 *   64             ("d") how often it changed, 8 bytes
 *   6D             ("m") what was made: changes 8, token 8, rule 1 (0 last, 1 first, 2 refuse),
 *                  flags 1 (1 all sums are exact, 2 there are sketches); changes of -1 when
 *                  nothing was made yet, and the token is of no rollups
 *   77, 8 bytes    ("w") a writer is at it; its time in milliseconds, 8 bytes
 * row of NAME-rollup-kept-1m, -10m and -1h: that of the points' hour
 *   8 bytes        the token, so that what another maker wrote is told apart
 *     for each interval with points: number in the hour 1, then sum 8, count 8, least 8, greatest
 *     8, exact 1; doubles but for the first and the last
 * row of NAME-rollup-sketch-1m, -10m and -1h: that of the points' hour
 *   8 bytes        the token
 *     for each interval with points: number in the hour 1, length 4, and the sketch: what DDSketch
 *     of sketches-java encodes, without its mapping, which is logarithmic with an accuracy of 0.01
 * </pre>
 *
 * <p>A sum is exact when its numbers are integers whose sum has no rounding, so that it is the same
 * in any order. Sums that are not are used only for intervals of their own length.
 *
 * <p>An hour has sketches if the tables for them were there when its rollups were made, and each
 * number has a bucket ({@link io.rowandb.tsdb.kept.KeptSketch#takes}). Versions without sketches
 * take the flags of an hour that has some for "not exact", and read points where that matters.
 * {@link io.rowandb.tsdb.query.SketchQueries} estimates percentiles from them.
 */
package io.rowandb.tsdb.kept;
