/**
 * Measures what the hour rows of OpenTSDB's tables save: {@link io.rowandb.bench.points.PointCosts}
 * writes the same points in each {@link io.rowandb.bench.points.PointForm}, and asks the same
 * question of them.
 */
package io.rowandb.bench.points;
