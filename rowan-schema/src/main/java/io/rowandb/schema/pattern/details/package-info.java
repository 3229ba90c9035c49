/**
 * Reads and writes records with their details, by their rows. Knows neither indexes nor queries.
 *
 * <p>{@code DetailPlace} and {@code RecordDetails} define where details are and which requests read
 * and change them; they make no calls. The calls are made in two ways: blocking and asynchronous.
 *
 * <p>Read {@link io.rowandb.schema.pattern.details.Records} first, then {@code DetailKeeper}.
 */
package io.rowandb.schema.pattern.details;
