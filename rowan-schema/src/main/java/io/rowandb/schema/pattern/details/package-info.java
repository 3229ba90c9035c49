/**
 * Records with their details, by their rows: reads them, and makes rows hold them. Knows neither
 * indexes nor queries.
 *
 * <p>Where details are, and what is asked of HBase for them, {@code DetailPlace} and {@code
 * RecordDetails} say, and call nothing. The calls are made twice over: with a thread that waits,
 * and without.
 *
 * <p>Read {@link io.rowandb.schema.pattern.details.Records} first, then {@code DetailKeeper}.
 */
package io.rowandb.schema.pattern.details;
