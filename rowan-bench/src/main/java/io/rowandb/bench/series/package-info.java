/**
 * What compaction by windows of time saves a time series: {@link
 * io.rowandb.bench.series.SeriesCosts} keeps one with a TTL under each policy and counts bytes and
 * files. Deterministic: a store in memory, a clock that is set, no timing.
 */
package io.rowandb.bench.series;
