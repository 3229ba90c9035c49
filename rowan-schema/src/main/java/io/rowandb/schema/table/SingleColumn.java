package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A field in its own column; null means no cell.
 *
 * @param defaultValue the value for a row without the cell; null for none
 */
record SingleColumn<R>(
    RecordShape<R> shape,
    Component component,
    Column column,
    ColumnType<Object> type,
    Object defaultValue)
    implements OneColumn<R> {
  /** The same field in another column. */
  SingleColumn<R> in(Column other) {
    return new SingleColumn<>(shape, component, other, type, defaultValue);
  }

  @Override
  public Object defaultOf(Component field) {
    return field.equals(component) ? defaultValue : null;
  }

  @Override
  public String absent(Component field) {
    if (defaultValue == null) {
      return "null";
    }
    try {
      return Bytes.toStringBinary(type.encode(defaultValue));
    } catch (IllegalArgumentException e) {
      return "a value without a form"; // as 0 may be in a type that begins with 1
    }
  }

  @Override
  public void write(R record, RowChange change) {
    Object value = shape.get(record, component);
    if (value == null) {
      change.remove(column);
      return;
    }
    try {
      change.write(column, type.encode(value));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(shape.describe(component) + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void read(Result row, Object[] values) {
    Cell cell = row.getColumnLatestCell(column.family(), column.qualifier());
    if (cell == null) {
      values[component.index()] = defaultValue;
      return;
    }
    try {
      values[component.index()] =
          type.decode(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          shape.describe(component) + " in column " + column + ": " + e.getMessage(), e);
    }
  }

  @Override
  public List<DesignLine> lines() {
    return List.of(DesignLine.of("column " + column, component.name(), type.describe()));
  }

  @Override
  public String describe() {
    return column
        + " is "
        + component.name()
        + ": "
        + type.describe()
        + (defaultValue == null ? "" : ", " + defaultValue + " where it is missing");
  }
}
