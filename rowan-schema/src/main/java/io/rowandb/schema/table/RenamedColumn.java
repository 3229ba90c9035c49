package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Result;

/**
 * A field whose column had another name: rows that have only the old column are read from it.
 * Writing a value leaves the old column as it is, for old programs; writing null removes both.
 *
 * @param former the same field in the old column
 */
record RenamedColumn<R>(SingleColumn<R> column, SingleColumn<R> former) implements CellMapping<R> {
  @Override
  public List<Component> components() {
    return column.components();
  }

  @Override
  public Set<String> families() {
    return columns().stream().map(Column::familyName).collect(Collectors.toSet());
  }

  @Override
  public List<Column> columns() {
    return Stream.concat(column.columns().stream(), former.columns().stream()).toList();
  }

  @Override
  public Object defaultOf(Component field) {
    return column.defaultOf(field);
  }

  @Override
  public String absent(Component field) {
    return column.absent(field);
  }

  @Override
  public void write(R record, RowChange change) {
    column.write(record, change);
    if (column.shape().get(record, column.component()) == null) {
      change.remove(former.column());
    }
  }

  @Override
  public void read(Result row, Object[] values) {
    Column now = column.column();
    (row.containsColumn(now.family(), now.qualifier()) ? column : former).read(row, values);
  }

  /** The old column counts only where it is known that the new one is not there. */
  @Override
  public boolean isTold(Result row, RowPart part) {
    Column now = column.column();
    return part.tells(now, row)
        && (row.containsColumn(now.family(), now.qualifier()) || part.tells(former.column(), row));
  }

  @Override
  public List<DesignLine> lines() {
    return Stream.concat(column.lines().stream(), former.lines().stream()).toList();
  }

  @Override
  public String describe() {
    return column.describe() + ", formerly " + former.column();
  }
}
