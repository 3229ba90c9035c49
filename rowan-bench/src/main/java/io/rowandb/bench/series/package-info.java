/**
 * Measures what date-tiered compaction saves for a time series: {@link
 * io.rowandb.bench.series.SeriesCosts} keeps one with a TTL under each policy and counts bytes and
 * files. Deterministic: a store in memory, a manual clock, no timing.
 */
package io.rowandb.bench.series;
