package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.Result;

/** Maps fields of a record to cells of its row. Immutable; used by any number of threads. */
interface CellMapping<R> {
  /** The fields. */
  List<Component> components();

  /** The families that their cells are in. */
  Set<String> families();

  /** Their columns, of fields that have columns of known names. */
  default List<Column> columns() {
    return List.of();
  }

  /** Whether a cell of theirs could be in a column. */
  default boolean claims(Column column) {
    return columns().stream().anyMatch(column::isSameAs);
  }

  /** What a field is read as in a row that was written with null; null for none. */
  default Object defaultOf(Component field) {
    return null;
  }

  /**
   * What a field is read as in a row without its cells, for comparing; empty when its form says
   * that. Tables keep it, so it stays as it is.
   */
  default String absent(Component field) {
    return "";
  }

  /** Whether a row has of them what the last writing of its record gave, and nothing else. */
  default boolean isWrittenWhole() {
    return true;
  }

  /** How many versions of each cell a read needs. */
  default int versions() {
    return 1;
  }

  /**
   * What a record's row is to have.
   *
   * @throws IllegalArgumentException naming the field and the rule, when a value has no form
   */
  void write(R record, RowChange change);

  /** The same for a record that is new, of which the row has nothing. */
  default void writeNew(R record, RowChange change) {
    write(record, change);
  }

  /**
   * Refuses a record with a value that {@link #write} would leave out.
   *
   * @throws IllegalArgumentException naming the field and the remedy
   */
  default void checkWritten(R record) {}

  /**
   * Reads the fields of a row.
   *
   * @param values where they go, one place for each component of the record
   * @throws IllegalArgumentException naming the field and the rule, when a cell has no value of it
   */
  void read(Result row, Object[] values);

  /** Whether a row that was read in part tells what the fields are. */
  default boolean isTold(Result row, RowPart part) {
    return columns().stream().allMatch(column -> part.tells(column, row));
  }

  /** What the fields are of a row that has nothing of them. */
  default void readNothing(Object[] values) {
    read(Result.EMPTY_RESULT, values);
  }

  /** What is said of the bytes of their cells: tables keep it, so it stays as it is. */
  List<DesignLine> lines();

  /** One line for people. */
  String describe();
}
