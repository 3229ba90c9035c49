/**
 * Rows whose writes form one chain: each write knows the previous one, by a mark beside the record,
 * and has a greater time. Makes the calls that read and change such rows; the packages above decide
 * what is written. Knows neither indexes nor details.
 *
 * <p>Read {@link io.rowandb.schema.pattern.chain.Chain} first, then {@link
 * io.rowandb.schema.pattern.chain.Mark}.
 */
package io.rowandb.schema.pattern.chain;
