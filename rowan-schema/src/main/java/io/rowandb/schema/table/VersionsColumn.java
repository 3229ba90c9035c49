package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;

/**
 * A field that holds the newest versions of a column, the newest first. A history only grows:
 * writing adds versions, or replaces those of the same time, and removes none.
 *
 * @param max how many versions are read, and may be written at once
 */
record VersionsColumn<R>(
    RecordShape<R> shape, Component component, Column column, ColumnType<Object> type, int max)
    implements OneColumn<R> {
  VersionsColumn {
    if (max < 1) {
      throw new IllegalArgumentException(
          shape.describe(component) + " has at least 1 version, not " + max);
    }
  }

  /** The type of the values in a {@code List<Versioned<T>>}. */
  static Type valueType(Component component) {
    Type version = ((ParameterizedType) component.genericType()).getActualTypeArguments()[0];
    return ((ParameterizedType) version).getActualTypeArguments()[0];
  }

  @Override
  public int versions() {
    return max;
  }

  @Override
  public boolean isWrittenWhole() {
    return false;
  }

  @Override
  public void write(R record, RowChange change) {
    List<?> versions = (List<?>) shape.get(record, component);
    if (versions == null || versions.size() > max) {
      throw new IllegalArgumentException(
          shape.describe(component)
              + " is "
              + (versions == null ? "null" : "of " + versions.size() + " versions")
              + ", and a list of at most "
              + max
              + " is read");
    }
    Set<Instant> times = new HashSet<>();
    for (Object each : versions) {
      if (!(each instanceof Versioned<?> version) || !times.add(version.time())) {
        throw new IllegalArgumentException(
            shape.describe(component)
                + " has "
                + (each == null ? "a null" : "two versions of one time, " + each));
      }
      change.write(column, version.millis(), encode(version.value()));
    }
  }

  private byte[] encode(Object value) {
    try {
      return type.encode(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(shape.describe(component) + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void read(Result row, Object[] values) {
    List<Versioned<Object>> versions = new ArrayList<>();
    for (Cell cell : row.getColumnCells(column.family(), column.qualifier())) {
      if (versions.size() < max) { // another column may need more of each
        versions.add(version(cell));
      }
    }
    values[component.index()] = Collections.unmodifiableList(versions);
  }

  /** Some versions are not the newest ones. */
  @Override
  public boolean isTold(Result row, RowPart part) {
    return part.hasAll(column);
  }

  private Versioned<Object> version(Cell cell) {
    Instant time = Instant.ofEpochMilli(cell.getTimestamp());
    try {
      return new Versioned<>(
          time, type.decode(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()));
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          shape.describe(component)
              + " in column "
              + column
              + ", version of "
              + time
              + ": "
              + e.getMessage(),
          e);
    }
  }

  @Override
  public List<DesignLine> lines() {
    return List.of(
        DesignLine.of("column " + column, component.name(), type.describe() + ", versions"));
  }

  @Override
  public String describe() {
    return column
        + " is "
        + component.name()
        + ": "
        + type.describe()
        + ", the newest "
        + max
        + " versions";
  }
}
