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
import java.util.Optional;

/**
 * Walks through the value of a field and all its parts, and converts each. Immutable.
 *
 * @param <T> the result type
 */
abstract class ValueWalk<T> {
  /** The shape of a class whose objects have parts, which takes long to find. */
  private static final ClassValue<Optional<RecordShape<?>>> SHAPES =
      new ClassValue<>() {
        @Override
        protected Optional<RecordShape<?>> computeValue(Class<?> type) {
          if (type.isEnum() || type.getName().startsWith("java.")) {
            return Optional.empty();
          }
          try {
            return Optional.of(RecordShape.of(type));
          } catch (IllegalArgumentException e) { // it has no fields that are known without a design
            return Optional.empty();
          }
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
    return value == null ? ofSimple(null) : ofObject(value);
  }

  @SuppressWarnings("unchecked") // the shape is that of the object's class
  private T ofObject(Object value) {
    return SHAPES
        .get(value.getClass())
        .map(shape -> ofParts((RecordShape<Object>) shape, value))
        .orElseGet(() -> ofSimple(value));
  }

  private T ofParts(RecordShape<Object> shape, Object value) {
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
