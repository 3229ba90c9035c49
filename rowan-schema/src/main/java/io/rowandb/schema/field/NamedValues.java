package io.rowandb.schema.field;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A record without a class: values by the names of their fields. Tools read rows as such when all
 * that they have of a design is what the table says of it ({@code TableDesign.noted}).
 *
 * <p>Immutable, as long as nobody changes an array in it; used by any number of threads.
 */
public final class NamedValues {
  // Fixed at construction.
  private final List<String> names;
  private final Object[] values;

  /**
   * Of values, each at the index of its name.
   *
   * @param values which nobody changes from now on; null for none
   */
  NamedValues(List<String> names, Object[] values) {
    this.names = names;
    this.values = values;
  }

  /** The value at an index; {@link RecordShape} finds it by its name. */
  Object at(int index) {
    return values[index];
  }

  /**
   * The value of a field; empty when it has none.
   *
   * @throws IllegalArgumentException when there is no such field
   */
  public Optional<Object> get(String field) {
    int index = names.indexOf(field);
    if (index < 0) {
      throw new IllegalArgumentException("there is no field " + field + " but " + names);
    }
    return Optional.ofNullable(values[index]);
  }

  /** The fields that have a value, in their order. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        map.put(names.get(i), values[i]);
      }
    }
    return Collections.unmodifiableMap(map);
  }

  /** Whether another has the same names and values; arrays are the same when their bytes are. */
  @Override
  public boolean equals(Object other) {
    return other instanceof NamedValues that
        && names.equals(that.names)
        && Arrays.deepEquals(values, that.values);
  }

  @Override
  public int hashCode() {
    return 31 * names.hashCode() + Arrays.deepHashCode(values);
  }

  /** As {@code {user=ada, likes=5}}; bytes as {@code Bytes.toStringBinary} has them. */
  @Override
  public String toString() {
    Map<String, Object> shown = new LinkedHashMap<>();
    toMap()
        .forEach(
            (name, value) ->
                shown.put(
                    name, value instanceof byte[] bytes ? Bytes.toStringBinary(bytes) : value));
    return shown.toString();
  }
}
