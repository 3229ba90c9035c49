package io.rowandb.schema.pattern.rows;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.field.Optionals;
import io.rowandb.schema.key.RowKey;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** Builds a key from the values of the fields that it depends on. Immutable. */
public final class KeyFields<R> {
  // Fixed at construction.
  private final String what;
  private final RowKey<R> key;
  private final Component[] fields;

  /** Those of the key's fields that it holds with a loss. */
  private final Component[] lossy;

  /** By the index of a component: which of the key's fields it is. */
  private final int[] places;

  /** Of a key, and what it is one of, for messages. */
  public KeyFields(String what, RowKey<R> key) {
    this.what = what;
    this.key = key;
    fields = key.components().toArray(Component[]::new);
    lossy =
        Arrays.stream(fields)
            .filter(field -> !key.held().contains(field))
            .toArray(Component[]::new);
    places = new int[key.shape().components().size()];
    for (int i = 0; i < fields.length; i++) {
      places[fields[i].index()] = i;
    }
  }

  /**
   * The values of a key for a call that looks at them later: the caller may change its array
   * meanwhile, and those of bytes in it.
   *
   * @param values as they were given, which may be null: {@link #encode} says so
   */
  public static Object[] kept(Object... values) {
    if (values == null) {
      return null;
    }
    Object[] kept = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      kept[i] = values[i] instanceof byte[] bytes ? bytes.clone() : values[i];
    }
    return kept;
  }

  /** Whether the key holds some field with a loss, so that two records may have one key. */
  public boolean isLossy() {
    return lossy.length > 0;
  }

  /**
   * Whether a record that was found by the key of these values is that of these values: of another
   * the key may be the same, if it holds some field with a loss.
   */
  public boolean isOf(R record, Object... values) {
    for (Component field : lossy) {
      Object value = Optionals.plain(values[places[field.index()]]);
      if (!Objects.deepEquals(value, key.shape().get(record, field))) {
        return false;
      }
    }
    return true;
  }

  /**
   * The key of these values, in the order in which it names their fields.
   *
   * @throws IllegalArgumentException when they are not as many, or of other types
   */
  public byte[] encode(Object... values) {
    if (values == null || values.length != fields.length) {
      List<String> names = Arrays.stream(fields).map(Component::name).toList();
      String given = values == null ? "null" : values.length + " values";
      throw new IllegalArgumentException(
          "a key of " + what + " is " + names + ", and not " + given);
    }
    for (int i = 0; i < values.length; i++) {
      key.shape().checkType(fields[i], Optionals.plain(values[i]));
    }
    return key.encode(component -> Optionals.plain(values[places[component.index()]]));
  }

  /**
   * The keys of values, as {@link #encode}.
   *
   * @param keys the values of each
   */
  public List<byte[]> encodeAll(List<? extends List<?>> keys) {
    Given.notNull(keys, "the list of keys of " + what);
    return keys.stream().map(each -> encode(each == null ? null : each.toArray())).toList();
  }

  /** Records that were found by keys, without those that have other values. */
  public List<Optional<R>> matching(List<? extends List<?>> keys, List<Optional<R>> found) {
    return IntStream.range(0, found.size())
        .mapToObj(i -> found.get(i).filter(each -> isOf(each, keys.get(i).toArray())))
        .toList();
  }
}
