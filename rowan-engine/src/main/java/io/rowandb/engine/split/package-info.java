/**
 * When a region is split without being asked for, and where: HBase's policies, by the names of
 * their classes and with their formulas.
 *
 * <p>Enters: a table's attributes, settings, sizes. Leaves: {@link
 * io.rowandb.engine.split.SplitRules}, which say whether sizes are too large, and what is left of a
 * row at which a region is to be split. Nothing here has a thread, a file or a state: who asks, and
 * who splits, is the root's matter.
 *
 * <p>Read {@link io.rowandb.engine.split.SplitRules} first.
 */
package io.rowandb.engine.split;
