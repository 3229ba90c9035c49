package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;

/**
 * Maps the fields of a detail that are not in its key to cells. The names of the cells, which
 * follow the key, are in the format of {@code Bytes.toStringBinary}. Immutable; used by any number
 * of threads.
 */
interface DetailCells<D> {
  /** The fields. */
  Set<Component> components();

  /** Whether anything follows the key in a name. */
  boolean hasNames();

  /** All names that there may be. */
  Set<String> names();

  /** The fields that a cell of a name has. */
  Collection<Component> components(String name);

  /** Whether a detail has a cell of a name. */
  boolean has(D detail, String name);

  /**
   * What is to be there: at least one cell.
   *
   * @throws IllegalArgumentException naming the field and the rule, when a value has no form
   */
  Map<String, byte[]> write(D detail);

  /** What fields have that there is no cell of, at the indexes of their components. */
  Object[] missing();

  /**
   * Reads one cell; of a name that is not declared, nothing.
   *
   * @throws IllegalArgumentException naming the field and the rule, when it has no value of it
   */
  void read(String name, Cell cell, Object[] values);

  /**
   * What is said of their bytes.
   *
   * @param owner stands before the names of fields
   */
  List<DesignLine> lines(String place, String owner);

  /** For people. */
  String describe();
}
