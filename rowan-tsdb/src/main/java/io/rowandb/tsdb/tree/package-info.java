/**
 * Trees: series in a hierarchy, as people browse them. A tree has rules, by levels; each level
 * makes one name, or several, of the names and meta data of a series, and the last name is its
 * leaf. OpenTSDB keeps trees in the table {@code tsdb-tree}, in the same cells, byte for byte:
 *
 * <pre>
 * row                        family t
 * ID                         tree                      the JSON of a {@link io.rowandb.tsdb.tree.TreeDefinition}
 *                            tree_rule:LEVEL:ORDER     the JSON of a {@link io.rowandb.tsdb.tree.TreeRule}
 *                            branch                    the root: path and name
 * ID 01                      tree_collision:TSUID      the TSUID whose leaf was there before
 * ID 02                      tree_not_matched:TSUID    the rules that made no name
 * ID hash [hash …]           branch                    path and name; a hash for each name below the root
 *                            leaf:hash                 name and TSUID
 *
 * ID    2 bytes, from 1       hash  4 bytes, {@link java.lang.String#hashCode} of the name
 * </pre>
 *
 * <p>For example, in tree 1, the series 000001000001000001 whose path is {@code sys}, and whose
 * leaf is {@code cpu}: the row 0001 0001BE2A has the columns {@code branch} and {@code leaf:}
 * 00018201.
 *
 * <p>{@link io.rowandb.tsdb.tree.TreeStore} reads and changes definitions and reads branches.
 * {@link io.rowandb.tsdb.tree.RuleWalk} finds where a series belongs, {@link
 * io.rowandb.tsdb.tree.TreeBuilder} puts it there: for new series by {@link
 * io.rowandb.tsdb.tree.TreeTracker}, for those that are there by {@link
 * io.rowandb.tsdb.tree.TreeSync}. The package knows {@code meta}, {@code store}, {@code uid},
 * {@code rows}, {@code json} and {@code codec}.
 */
package io.rowandb.tsdb.tree;
