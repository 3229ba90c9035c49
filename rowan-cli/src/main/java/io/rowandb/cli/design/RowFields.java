package io.rowandb.cli.design;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;

/**
 * A row as read by its design: its fields by name, and the cells that belong to no field.
 *
 * @param row its row key, if it was read
 * @param belonging what it belongs to; nothing for a record
 * @param key the fields in its key, in their order there
 * @param fields the others, in the order of their record
 * @param others cells that belong to no field
 * @param hasValues whether the values of cells were read
 */
public record RowFields(
    Optional<byte[]> row,
    Optional<Belonging> belonging,
    Map<String, Object> key,
    Map<String, Object> fields,
    List<Cell> others,
    boolean hasValues) {
  /**
   * What an entry of an index or a detail belongs to.
   *
   * @param kind which of these it is
   * @param name that of the index, or of the field that has the details
   * @param recordRow the row key of the record
   * @param recordKey the fields in it
   */
  public record Belonging(
      Kind kind, String name, byte[] recordRow, Map<String, Object> recordKey) {}

  /** What a row is that is no record. */
  public enum Kind {
    /** An entry of an index. */
    ENTRY,
    /** A detail of a record, in a row of its own. */
    DETAIL
  }
}
