package io.rowandb.cli.design;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.NamedValues;
import io.rowandb.schema.field.RecordShape;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Walks through the value of a field and all its parts, and converts each. Immutable.
 *
 * @param <T> the result type
 */
abstract class ValueWalk<T> {
  /** The shape of a class of records, which takes long to find. */
  private static final ClassValue<RecordShape<? extends Record>> SHAPES =
      new ClassValue<>() {
        @Override
        protected RecordShape<? extends Record> computeValue(Class<?> type) {
          return RecordShape.of(type.asSubclass(Record.class));
        }
      };

  /** Of a value. */
  final T of(Object value) {
    if (value instanceof String text) {
      return ofText(text);
    }
    if (value instanceof byte[] bytes) {
      return ofBytes(bytes);
    }
    if (value instanceof Collection<?> list) {
      return ofList(list.stream().map(this::of).toList());
    }
    if (value instanceof Map<?, ?> map) {
      List<Map.Entry<T, T>> entries = new ArrayList<>();
      map.forEach((key, each) -> entries.add(new SimpleImmutableEntry<>(of(key), of(each))));
      return ofMap(entries);
    }
    if (value instanceof NamedValues named) {
      Map<String, T> parts = new LinkedHashMap<>();
      named.toMap().forEach((name, part) -> parts.put(name, of(part)));
      return ofParts(parts);
    }
    return value instanceof Record nested ? ofRecord(nested) : ofSimple(value);
  }

  private <R extends Record> T ofRecord(R value) {
    @SuppressWarnings("unchecked") // the class of an object is of its own type
    RecordShape<R> shape = (RecordShape<R>) SHAPES.get(value.getClass());
    Map<String, T> parts = new LinkedHashMap<>();
    for (Component component : shape.components()) {
      Object part = shape.get(value, component);
      if (part != null) {
        parts.put(component.name(), of(part));
      }
    }
    return ofParts(parts);
  }

  abstract T ofText(String text);

  abstract T ofBytes(byte[] bytes);

  abstract T ofList(List<T> list);

  abstract T ofMap(List<Map.Entry<T, T>> entries);

  /** Of a record's components that have a value. */
  abstract T ofParts(Map<String, T> parts);

  /** Of a number, a time, a constant and the like, or null. */
  abstract T ofSimple(Object value);
}
