package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A field that only increments change, in HBase's format of eight bytes. Writing a record leaves it
 * unchanged, since a value read before may be outdated by then. So a record that is written must
 * have 0 there, and any other value is refused; but new records that are loaded bring their values.
 * A row without the cell has 0.
 */
record Counter<R>(RecordShape<R> shape, Component component, Column column)
    implements OneColumn<R> {
  @Override
  public boolean isWrittenWhole() {
    return false;
  }

  @Override
  public void write(R record, RowChange change) {}

  @Override
  public void writeNew(R record, RowChange change) {
    long count = count(record);
    if (count != 0) {
      change.write(column, Bytes.toBytes(count));
    }
  }

  @Override
  public void checkWritten(R record) {
    if (count(record) != 0) {
      throw new IllegalArgumentException(
          shape.describe(component)
              + " is "
              + count(record)
              + ", and a counter is not written with its record: increment() adds to it, and a"
              + " record that is written has 0 there, whatever was counted; load() writes the"
              + " counts of new records");
    }
  }

  private long count(R record) {
    Object count = shape.get(record, component);
    return count == null ? 0 : (Long) count;
  }

  @Override
  public void read(Result row, Object[] values) {
    Cell cell = row.getColumnLatestCell(column.family(), column.qualifier());
    if (cell != null && cell.getValueLength() != Long.BYTES) {
      throw new IllegalArgumentException(
          shape.describe(component)
              + " in column "
              + column
              + ": a counter has 8 bytes, and this cell "
              + cell.getValueLength());
    }
    values[component.index()] =
        cell == null ? 0L : Bytes.toLong(cell.getValueArray(), cell.getValueOffset());
  }

  @Override
  public List<DesignLine> lines() {
    return List.of(DesignLine.of("column " + column, component.name(), "counter"));
  }

  @Override
  public String describe() {
    return column + " is " + component.name() + ": counter";
  }
}
