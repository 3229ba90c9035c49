package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import java.util.Map;
import org.apache.hadoop.hbase.client.Result;

/**
 * Reads the fields of rows, without making records: for tools that show rows, including those that
 * the record's constructor would refuse, and for entries of indexes of such rows. Immutable.
 *
 * @param <R> the record
 */
public final class FieldReader<R> {
  private final TableForm<R> form;
  private final RecordCodec<R> codec;

  FieldReader(TableForm<R> form, RecordCodec<R> codec) {
    this.form = form;
    this.codec = codec;
  }

  /**
   * The fields of a row. Omits fields that are null, have no cell, or are in their own rows.
   *
   * @param row not empty
   * @return in the order of the record's components
   * @throws io.rowandb.schema.key.MalformedKeyException as {@link TableDesign#read(Result)}
   * @throws IllegalArgumentException as {@link TableDesign#read(Result)}
   */
  public Map<Component, Object> read(Result row) {
    return read(row, RowPart.ALL);
  }

  /**
   * The same for a row that was read in part: without the fields that the part does not include.
   *
   * @param part what was read
   */
  public Map<Component, Object> read(Result row, RowPart part) {
    return codec.fields(row, mapping -> mapping.isTold(row, part));
  }

  /**
   * The values of the fields of an index that a row has, whatever the others are.
   *
   * @throws IllegalArgumentException naming the row and its table, when one of them is malformed
   */
  public Map<Component, Object> read(Result row, IndexDesign<R> index) {
    return codec.fields(
        row,
        mapping ->
            mapping.isTold(row, RowPart.ALL)
                && mapping.components().stream().anyMatch(index::dependsOn));
  }

  /** Whether {@link #read(Result, RowPart)} shows the content of a cell of this column. */
  public boolean isShown(Column column, Result row, RowPart part) {
    return codec.presence().isSameAs(column)
        || (form.isMarked() && form.mark().isSameAs(column))
        || isCountedOnce(column)
        || form.mappings().stream()
            .anyMatch(mapping -> mapping.claims(column) && mapping.isTold(row, part));
  }

  private boolean isCountedOnce(Column column) {
    return CountedOnce.is(column) && form.mappings().stream().anyMatch(Counter.class::isInstance);
  }
}
