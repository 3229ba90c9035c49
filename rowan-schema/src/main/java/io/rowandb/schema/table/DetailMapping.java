package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A field that is a list of details, in the order of their keys, or a map of them by the only field
 * of their key. Immutable; used by any number of threads.
 *
 * @param <R> the record
 * @param <D> the detail
 */
public abstract sealed class DetailMapping<R, D> implements CellMapping<R>
    permits WideDetails, TallDetails {
  // Fixed at construction.
  private final RecordShape<R> shape;
  private final Component component;
  private final DetailDesign<D> design;

  /** The detail's field that is the map's key; null for a list. */
  private final Component mapKey;

  DetailMapping(
      RecordShape<R> shape, Component component, Component mapKey, DetailDesign<D> design) {
    this.shape = shape;
    this.component = component;
    this.mapKey = mapKey;
    this.design = design;
    if (mapKey != null
        && !(!mapKey.optional()
            && design.key().components().equals(Set.of(mapKey))
            && design.key().held().contains(mapKey)
            && mapKey.type() != byte[].class)) {
      throw new IllegalArgumentException(
          name()
              + ": the key of a map is a field that is all of its details' key, and equal to"
              + " itself, and not "
              + mapKey.name()
              + " of "
              + design.key());
    }
  }

  /** The field. */
  public final Component component() {
    return component;
  }

  /** What it has. */
  public final DetailDesign<D> design() {
    return design;
  }

  /** What is said of the bytes of its details, in a place. */
  final List<DesignLine> lines(String place) {
    String owner = component.name() + ".";
    List<DesignLine> lines = new ArrayList<>();
    lines.add(DesignLine.of(place, component.name(), "details"));
    lines.add(DesignLine.of(place + ", key", owner, design.key()));
    lines.addAll(DesignLine.ofConstants(place + ", key", design.key()));
    lines.addAll(design.cells().lines(place, owner));
    return lines;
  }

  /** For messages: {@code Post.comments}. */
  public final String name() {
    return shape.describe(component);
  }

  @Override
  public final List<Component> components() {
    return List.of(component);
  }

  /**
   * The details of a record by their keys.
   *
   * @throws IllegalArgumentException when the field or a detail is null, two have the same key, or
   *     one is in the map under another
   */
  public final SortedMap<byte[], D> of(R record) {
    Object value = shape.get(record, component);
    if (value == null) {
      throw new IllegalArgumentException(name() + " is null, which is read as an empty one");
    }
    SortedMap<byte[], D> sorted = new TreeMap<>(Arrays::compareUnsigned);
    if (mapKey == null) {
      ((List<?>) value).forEach(each -> add(sorted, each));
    } else {
      ((Map<?, ?>) value).forEach((key, each) -> checkKey(key, add(sorted, each)));
    }
    return sorted;
  }

  /** How many details a record has. */
  final int count(R record) {
    Object value = shape.get(record, component);
    return value instanceof Map<?, ?> map
        ? map.size()
        : value instanceof Collection<?> list ? list.size() : 0;
  }

  private D add(SortedMap<byte[], D> sorted, Object value) {
    if (value == null) {
      throw new IllegalArgumentException(name() + " has a null, which has no form");
    }
    D detail = design.shape().type().cast(value);
    byte[] key = keyOf(detail);
    if (sorted.put(key, detail) != null) {
      throw new IllegalArgumentException(
          name() + " has two details with the key " + Bytes.toStringBinary(key));
    }
    return detail;
  }

  private void checkKey(Object key, D detail) {
    if (!Objects.equals(key, design.shape().get(detail, mapKey))) {
      throw new IllegalArgumentException(
          name() + " has under " + key + " a detail whose " + mapKey.name() + " is another");
    }
  }

  /** The key of a detail. */
  final byte[] keyOf(D detail) {
    try {
      return design.key().encode(detail);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name() + ": " + e.getMessage(), e);
    }
  }

  /** What the field is with these details. */
  public final Object valueOf(Iterator<D> details) {
    if (mapKey == null) {
      List<D> list = new ArrayList<>();
      details.forEachRemaining(list::add);
      return Collections.unmodifiableList(list);
    }
    Map<Object, D> map = new LinkedHashMap<>();
    details.forEachRemaining(each -> map.put(design.shape().get(each, mapKey), each));
    return Collections.unmodifiableMap(map);
  }

  /**
   * Whether a cell that is there goes when a record is written that has these details: that of
   * another detail, or of a field that is null now. Of a field that is not declared it stays.
   */
  final boolean goes(DetailCell cell, SortedMap<byte[], D> kept) {
    D detail = kept.get(cell.key());
    return detail == null
        || (design.cells().names().contains(cell.name())
            && !design.cells().has(detail, cell.name()));
  }
}
