/**
 * Tables as types: how a record becomes the cells of a row, and back. Knows {@code field}, {@code
 * key}, {@code value} and {@code packed}.
 *
 * <p>Enters: declarations of columns, records, HBase's results. Leaves: HBase's mutations and
 * descriptors, records. Nothing here talks to a table. All classes are immutable.
 *
 * <p>Read {@link io.rowandb.schema.table.ColumnType} first.
 */
package io.rowandb.schema.table;
