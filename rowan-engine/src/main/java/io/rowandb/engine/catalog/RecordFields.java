package io.rowandb.engine.catalog;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The components of a record by their names, for display; nested records become nested maps. So a
 * new kind of manifest edit is shown without further code.
 */
final class RecordFields {
  private RecordFields() {}

  static Map<String, Object> of(Record value) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      try {
        fields.put(component.getName(), plain(component.getAccessor().invoke(value)));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("The record " + value.getClass() + " is not readable", e);
      }
    }
    return fields;
  }

  private static Object plain(Object value) {
    if (value instanceof TableName name) {
      return name.fullName();
    }
    if (value instanceof UUID id) {
      return id.toString();
    }
    if (value instanceof Record inner) {
      return of(inner);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(RecordFields::plain).toList();
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> fields = new LinkedHashMap<>();
      map.forEach((name, inner) -> fields.put(name.toString(), plain(inner)));
      return fields;
    }
    return value;
  }
}
