/**
 * Rows whose writes are one chain: each knows the one before, by a mark beside the record, and has
 * a greater time. Makes the calls that read such rows and change them; who decides what is written
 * is above. Knows neither indexes nor details.
 *
 * <p>Read {@link io.rowandb.schema.pattern.chain.Chain} first, then {@link
 * io.rowandb.schema.pattern.chain.Mark}.
 */
package io.rowandb.schema.pattern.chain;
