/**
 * When and where a region is split automatically: HBase's policies, by the names of their classes
 * and with their formulas.
 *
 * <p>Enters: a table's attributes, settings, sizes. Leaves: {@link
 * io.rowandb.engine.split.SplitRules}, which tell whether sizes are too large, and shorten the row
 * at which a region is split. Nothing here has a thread, a file or state: the root package decides
 * when to ask and makes the splits.
 *
 * <p>Read {@link io.rowandb.engine.split.SplitRules} first.
 */
package io.rowandb.engine.split;
