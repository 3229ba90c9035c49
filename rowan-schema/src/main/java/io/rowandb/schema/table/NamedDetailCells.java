package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;

/**
 * Each field has its own cell; null has none. A detail without any field has one cell without a
 * name and without a value, which shows that the detail exists.
 *
 * @param columns the columns by their names, none of which is empty
 */
record NamedDetailCells<D>(RecordShape<D> shape, Map<String, FieldCell> columns)
    implements DetailCells<D> {
  private static final String PRESENCE = "";

  /** A field and its form. */
  record FieldCell(Component component, ColumnType<Object> type) {}

  @Override
  public Set<Component> components() {
    return columns.values().stream().map(FieldCell::component).collect(Collectors.toSet());
  }

  @Override
  public boolean hasNames() {
    return !columns.isEmpty();
  }

  @Override
  public Set<String> names() {
    Set<String> names = new HashSet<>(columns.keySet());
    names.add(PRESENCE);
    return names;
  }

  @Override
  public List<Component> components(String name) {
    FieldCell field = columns.get(name);
    return field == null ? List.of() : List.of(field.component());
  }

  @Override
  public boolean has(D detail, String name) {
    FieldCell field = columns.get(name);
    if (field != null) {
      return shape.get(detail, field.component()) != null;
    }
    return name.equals(PRESENCE)
        && columns.values().stream().allMatch(each -> shape.get(detail, each.component()) == null);
  }

  @Override
  public Map<String, byte[]> write(D detail) {
    Map<String, byte[]> cells = new LinkedHashMap<>();
    columns.forEach(
        (name, field) -> {
          Object value = shape.get(detail, field.component());
          if (value != null) {
            cells.put(name, encode(field, value));
          }
        });
    return cells.isEmpty() ? Map.of(PRESENCE, HConstants.EMPTY_BYTE_ARRAY) : cells;
  }

  private byte[] encode(FieldCell field, Object value) {
    try {
      return field.type().encode(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          shape.describe(field.component()) + ": " + e.getMessage(), e);
    }
  }

  @Override
  public Object[] missing() {
    return shape.components().stream().map(Zero::of).toArray();
  }

  @Override
  public void read(String name, Cell cell, Object[] values) {
    FieldCell field = columns.get(name);
    if (field == null) {
      return;
    }
    try {
      values[field.component().index()] =
          field.type().decode(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          shape.describe(field.component()) + ": " + e.getMessage(), e);
    }
  }

  @Override
  public List<DesignLine> lines(String place, String owner) {
    return columns.entrySet().stream()
        .map(
            each ->
                DesignLine.of(
                    place + ", cell " + each.getKey(),
                    owner + each.getValue().component().name(),
                    each.getValue().type().describe()))
        .toList();
  }

  @Override
  public String describe() {
    List<String> lines =
        columns.entrySet().stream()
            .map(
                each ->
                    each.getKey()
                        + " is "
                        + each.getValue().component().name()
                        + ": "
                        + each.getValue().type().describe())
            .toList();
    return lines.isEmpty() ? "no more than its key" : String.join(", ", lines);
  }
}
