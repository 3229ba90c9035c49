package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.packed.PackedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;

/** All fields in one cell, as a message. */
record PackedDetailCells<D>(PackedRecord<D> packed) implements DetailCells<D> {
  private static final String NAME = "";

  @Override
  public Set<Component> components() {
    return Set.copyOf(packed.components());
  }

  @Override
  public boolean hasNames() {
    return false;
  }

  @Override
  public Set<String> names() {
    return Set.of(NAME);
  }

  @Override
  public List<Component> components(String name) {
    return name.equals(NAME) ? packed.components() : List.of();
  }

  @Override
  public boolean has(D detail, String name) {
    return name.equals(NAME);
  }

  @Override
  public Map<String, byte[]> write(D detail) {
    return Map.of(NAME, packed.encode(detail));
  }

  @Override
  public Object[] missing() {
    Object[] values = packed.shape().components().stream().map(Zero::of).toArray();
    packed.decodeInto(values, HConstants.EMPTY_BYTE_ARRAY, 0, 0);
    return values;
  }

  @Override
  public void read(String name, Cell cell, Object[] values) {
    if (name.equals(NAME)) {
      packed.decodeInto(values, cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
    }
  }

  @Override
  public List<DesignLine> lines(String place, String owner) {
    return lines(place + ", cell", owner, packed);
  }

  /** What is said of the bytes of a message. */
  static List<DesignLine> lines(String place, String owner, PackedRecord<?> packed) {
    List<DesignLine> lines = new ArrayList<>();
    lines.add(new DesignLine(place, List.of(), "message"));
    packed
        .forms()
        .forEach(
            (number, form) ->
                lines.add(
                    DesignLine.of(
                        place + ", number " + number, owner + form.getKey(), form.getValue())));
    packed
        .constants()
        .forEach(
            (number, constants) ->
                lines.add(DesignLine.ofConstants(place + ", number " + number, constants)));
    return lines;
  }

  @Override
  public String describe() {
    return packed.describe();
  }
}
