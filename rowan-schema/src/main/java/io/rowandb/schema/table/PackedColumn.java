package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.packed.PackedRecord;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Result;

/**
 * Fields that share one cell, as a message. A row without the cell has the message's defaults.
 *
 * @param packed all fields of the record, or some
 */
record PackedColumn<R>(Column column, PackedRecord<R> packed) implements CellMapping<R> {
  @Override
  public List<Component> components() {
    return packed.components();
  }

  @Override
  public Set<String> families() {
    return Set.of(column.familyName());
  }

  @Override
  public List<Column> columns() {
    return List.of(column);
  }

  @Override
  public String absent(Component field) {
    return packed.absent(field);
  }

  @Override
  public void write(R record, RowChange change) {
    change.write(column, packed.encode(record));
  }

  @Override
  public void read(Result row, Object[] values) {
    Cell cell = row.getColumnLatestCell(column.family(), column.qualifier());
    if (cell == null) {
      packed.decodeInto(values, HConstants.EMPTY_BYTE_ARRAY, 0, 0);
      return;
    }
    try {
      packed.decodeInto(values, cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("column " + column + ": " + e.getMessage(), e);
    }
  }

  @Override
  public List<DesignLine> lines() {
    return PackedDetailCells.lines("column " + column, "", packed);
  }

  @Override
  public String describe() {
    return column + " is " + packed.describe();
  }
}
