/**
 * Tables as types: how a record becomes the cells of a row, and back. Knows {@code field}, {@code
 * key}, {@code value} and {@code packed}.
 *
 * <p>A field is in a column of its own, in one that it shares (packed), in the versions of one, or
 * it is many details, which are columns or rows of another table: each is a {@code CellMapping},
 * and {@code MappingRules} says what they must not do to one another.
 *
 * <p>Enters: declarations of columns, records, HBase's results. Leaves: HBase's mutations and
 * descriptors, records. Nothing here talks to a table. All classes are immutable.
 *
 * <p>Read {@link io.rowandb.schema.table.ColumnType} first.
 */
package io.rowandb.schema.table;
