/**
 * Cuts a stream into batches, for loads that write many records with one call.
 *
 * <p>Enters: a stream, as long as it likes. Leaves: lists of a bounded size, in its order. It runs
 * in the thread of its caller and holds one batch. Read {@link io.rowandb.systems.batch.Batches}.
 */
package io.rowandb.systems.batch;
