/**
 * The simplest thing that answers as HBase does: sorted sets of cells, read from the beginning each
 * time. A third opinion beside Rowan and HBase, short enough to be read at one sitting; it has no
 * log, no locks but one, no limits and no speed.
 *
 * <p>{@link io.rowandb.testkit.model.ModelStore} is the way in: it gives HBase's {@code Connection}
 * and forces flushes and compactions. What a cell's neighbours do to it is in {@code
 * VisibleVersions}, what filters do in {@code ModelScan}: read these two.
 */
package io.rowandb.testkit.model;
