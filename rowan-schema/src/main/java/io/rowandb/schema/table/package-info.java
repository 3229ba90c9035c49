/**
 * Tables as types: how a record becomes the cells of a row, and back. Depends on {@code field},
 * {@code key}, {@code value} and {@code packed}.
 *
 * <p>A field is in its own column, in a shared one (packed), in the versions of one, or consists of
 * details, which are columns or rows of another table: each of these is a {@code CellMapping}, and
 * {@code MappingRules} checks that they do not conflict.
 *
 * <p>Enters: declarations of columns, records, HBase's results. Leaves: HBase's mutations and
 * descriptors, records, filters for the cells of some fields ({@code FieldCells}). Nothing here
 * accesses a table. All classes are immutable.
 *
 * <p>Read {@link io.rowandb.schema.table.ColumnType} first.
 */
package io.rowandb.schema.table;
