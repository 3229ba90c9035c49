/**
 * Sizes: what a table will take of disk and memory. A plan and a sample enter; figures leave. Sizes
 * in files are not guessed: rows are written into a store in a temporary directory, once with each
 * encoding and codec, and its files are measured. One thread.
 *
 * <p>Read {@link io.rowandb.design.estimate.DesignEstimate} first.
 */
package io.rowandb.design.estimate;
