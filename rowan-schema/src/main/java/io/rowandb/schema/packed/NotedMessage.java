package io.rowandb.schema.packed;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.value.BinaryText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedInputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.WireFormat;

/**
 * A message as a table keeps it: {@link PackedRecord#forms} as text, of which a message is made
 * again. Where one form is of several Java types, it is of the usual one: an enum's constant is
 * text, a UUID bytes, a date a number, a set a list. A message in it, of which the table does not
 * tell the fields, is bytes. Immutable.
 */
public final class NotedMessage {
  /** The form of a field's values, and their type. */
  private record Typed(Class<?> type, PackedType<?> form) {}

  private static final String OPTIONAL = "optional ";
  private static final String REPEATED = "repeated ";
  private static final String MAP = "map<";
  private static final String NULL = "null";
  private static final String NOTHING = "nothing";
  private static final Map<String, SingleTyped> SINGLE = single();

  /** The form of one value. */
  private record SingleTyped(Class<?> type, SingleType<?> form) {}

  // Fixed at construction.
  private final Map<Integer, Map.Entry<String, String>> forms;
  private final Map<String, Typed> byName = new LinkedHashMap<>();

  private NotedMessage(Map<Integer, Map.Entry<String, String>> forms) {
    this.forms = Collections.unmodifiableMap(new TreeMap<>(forms));
    this.forms.values().forEach(each -> byName.put(each.getKey(), typed(each.getValue())));
  }

  /**
   * Of what a table keeps.
   *
   * @param forms of each number its field's name, and the form of its values
   * @throws IllegalArgumentException naming the form, when no field has it
   */
  public static NotedMessage of(Map<Integer, Map.Entry<String, String>> forms) {
    return new NotedMessage(forms);
  }

  private static Map<String, SingleTyped> single() {
    Map<String, SingleTyped> single = new LinkedHashMap<>();
    add(single, Integer.class, ScalarTypes.INT32);
    add(single, Long.class, ScalarTypes.INT64);
    add(single, Integer.class, ScalarTypes.SINT32);
    add(single, Long.class, ScalarTypes.SINT64);
    add(single, Integer.class, ScalarTypes.SFIXED32);
    add(single, Long.class, ScalarTypes.SFIXED64);
    add(single, Boolean.class, ScalarTypes.BOOL);
    add(single, Character.class, ScalarTypes.CHAR);
    add(single, Float.class, ScalarTypes.FLOAT);
    add(single, Double.class, ScalarTypes.DOUBLE);
    add(single, byte[].class, ScalarTypes.BYTES);
    add(single, String.class, ScalarTypes.STRING);
    add(single, Instant.class, TimeForms.INSTANT);
    add(single, Duration.class, TimeForms.DURATION);
    return single;
  }

  private static <T> void add(Map<String, SingleTyped> all, Class<T> type, SingleType<T> form) {
    all.put(form.name(), new SingleTyped(type, form));
  }

  private static Typed typed(String form) {
    if (form.startsWith(OPTIONAL)) {
      SingleTyped found = single(form.substring(OPTIONAL.length()));
      return new Typed(found.type, found.form);
    }
    if (form.startsWith(REPEATED)) {
      return new Typed(List.class, new ListType<>(single(form.substring(REPEATED.length())).form));
    }
    if (form.startsWith(MAP) && form.endsWith(">")) {
      String[] parts = form.substring(MAP.length(), form.length() - 1).split(", ", -1);
      if (parts.length == 2) {
        return new Typed(Map.class, new MapType<>(single(parts[0]).form, single(parts[1]).form));
      }
    }
    throw new IllegalArgumentException("no field of a message has the form \"" + form + '"');
  }

  private static SingleTyped single(String name) {
    return SINGLE.getOrDefault(name, new SingleTyped(byte[].class, bytesOf(name)));
  }

  private static SingleType<byte[]> bytesOf(String message) {
    return new ScalarType<>(
        message,
        WireFormat.WIRETYPE_LENGTH_DELIMITED,
        CodedOutputStream::computeByteArraySizeNoTag,
        CodedOutputStream::writeByteArrayNoTag,
        CodedInputStream::readByteArray);
  }

  /** The types of its fields. */
  public Map<String, Class<?>> types() {
    Map<String, Class<?>> types = new LinkedHashMap<>();
    byName.forEach((name, typed) -> types.put(name, typed.type));
    return types;
  }

  /**
   * The message of records.
   *
   * @param absent what {@link PackedRecord#absent} says of fields; those that are not in it have no
   *     default
   * @throws IllegalArgumentException when a field is not one of theirs
   */
  public <R> PackedRecord<R> message(RecordShape<R> shape, Map<String, String> absent) {
    List<PackedField> fields = new ArrayList<>();
    forms.forEach(
        (number, form) -> {
          String name = form.getKey();
          Object value = absentValue(shape, number, name, absent.getOrDefault(name, NULL));
          fields.add(field(shape, number, name, value));
        });
    return new PackedRecord<>(shape, fields, new int[0], /* unknown= */ null);
  }

  private PackedField field(RecordShape<?> shape, int number, String name, Object absent) {
    Component component = shape.component(name);
    return new PackedField(
        number, component, shape.describe(component), byName.get(name).form, absent);
  }

  private Object absentValue(RecordShape<?> shape, int number, String name, String absent) {
    if (absent.equals(NULL) || absent.equals(NOTHING)) {
      return null;
    }
    byte[] bytes = BinaryText.bytes(absent);
    Object[] values = new Object[shape.components().size()];
    new PackedRecord<>(
            shape, List.of(field(shape, number, name, null)), new int[0], /* unknown= */ null)
        .decodeInto(values, bytes, 0, bytes.length);
    return values[shape.component(name).index()];
  }
}
