/**
 * Whether a table should be in HBase at all. A plan and what a check saw enter; a verdict leaves,
 * with reasons. One thread.
 *
 * <p>Read {@link io.rowandb.design.fit.DesignFit} first.
 */
package io.rowandb.design.fit;
