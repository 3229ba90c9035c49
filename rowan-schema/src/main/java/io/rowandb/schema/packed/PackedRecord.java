package io.rowandb.schema.packed;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.value.MalformedValueException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.WireFormat;

/**
 * A record, or some of its components, as one message in Protobuf's wire format.
 *
 * <pre>{@code
 * PackedRecord.of(Tweet.class)
 *     .field(1, Tweet::text)
 *     .field(2, Tweet::likes)
 *     .fieldWithDefault(3, Tweet::lang).of("en")
 *     .reserved(4)
 *     .build();
 * }</pre>
 *
 * <p>Reading what was written gives an equal record. Fields are written in the order of their
 * numbers and read in any order. A component of the type {@link UnknownFields} has no number and
 * receives the fields that are not in the declaration; without such a component they are dropped.
 *
 * <p>A message in a message takes two bytes when it is empty, and a whole record in memory. So the
 * messages in one of more than 256 KB have at most 2^24 fields in all, and one for each message; it
 * is neither written nor read with more.
 *
 * <p>Immutable; used by any number of threads, as long as no thread changes a list, set or map
 * while it is written.
 *
 * @param <R> the record
 */
public final class PackedRecord<R> {
  // Fixed at construction.
  private final RecordShape<R> shape;

  /** In the order of their numbers. */
  private final PackedField[] fields;

  private final int[] numbers;
  private final int[] reserved;

  /** Where unknown fields are kept; null if nowhere. */
  private final Component unknown;

  /** Those of the record that have no number. */
  private final List<Component> missing;

  PackedRecord(RecordShape<R> shape, List<PackedField> fields, int[] reserved, Component unknown) {
    this.shape = shape;
    this.fields = fields.toArray(PackedField[]::new);
    this.numbers = fields.stream().mapToInt(PackedField::number).toArray();
    this.reserved = reserved;
    this.unknown = unknown;
    List<Component> others = new ArrayList<>(shape.components());
    others.removeAll(components());
    missing = List.copyOf(others);
  }

  /**
   * Begins a declaration.
   *
   * @throws IllegalArgumentException when the class has no fields that are known without a
   *     declaration, as {@link RecordShape#of(Class)}; or two of the type {@link UnknownFields}
   */
  public static <R> PackedRecordBuilder<R> of(Class<R> type) {
    return of(RecordShape.of(type));
  }

  /** The same of a class whose fields are declared, by {@code ClassShape}. */
  public static <R> PackedRecordBuilder<R> of(RecordShape<R> shape) {
    return new PackedRecordBuilder<>(Given.notNull(shape, "the fields of a class"));
  }

  /**
   * All components in their default forms, numbered from 1 in their order; one of the type {@link
   * UnknownFields} does not count. New components can only be added at the end.
   *
   * @throws IllegalArgumentException naming the type, when one has no form or contains itself, or
   *     when the class is no record class, since others have no order
   */
  public static <R> PackedRecord<R> inOrder(Class<R> type) {
    if (!Given.notNull(type, "the class of records").isRecord()) {
      throw new IllegalArgumentException(
          type.getName()
              + " is not a record class, and has its fields in no order: declare their numbers by"
              + " PackedRecord.of");
    }
    return inOrder(type, Set.of(type));
  }

  /**
   * One field alone, with number 1, in the default form of its type.
   *
   * @param field of the shape
   * @throws IllegalArgumentException naming the field and its type, when that has no form
   */
  public static <R> PackedRecord<R> single(RecordShape<R> shape, Component field) {
    return new PackedRecordBuilder<>(shape).single(field);
  }

  static <R> PackedRecord<R> inOrder(Class<R> type, Set<Class<?>> enclosing) {
    return new PackedRecordBuilder<>(RecordShape.of(type)).allInOrder(enclosing).build();
  }

  /** The record's components. */
  public RecordShape<R> shape() {
    return shape;
  }

  /** Those that the message has, in the order of their numbers, that of unknown fields last. */
  public List<Component> components() {
    List<Component> components = new ArrayList<>();
    for (PackedField field : fields) {
      components.add(field.component());
    }
    if (unknown != null) {
      components.add(unknown);
    }
    return List.copyOf(components);
  }

  /**
   * This, if it has all components of the record.
   *
   * @throws IllegalArgumentException naming those that it has not
   */
  public PackedRecord<R> requireWhole() {
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "no field number for " + missing.stream().map(shape::describe).toList());
    }
    return this;
  }

  /**
   * The message of a record.
   *
   * @throws IllegalArgumentException naming the component and the rule, when a value has no form
   */
  public byte[] encode(R record) {
    return encodeValues(valuesOf(record));
  }

  /**
   * The same, of values that are at the indexes of their components; others are not looked at.
   *
   * @throws IllegalArgumentException naming the component and the rule, when a value has no form
   */
  public byte[] encodeValues(Object[] values) {
    byte[] bytes = new byte[size(values)];
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      write(values, out);
    } catch (IOException e) {
      throw new IllegalStateException("a " + shape.name() + " was changed while it was written", e);
    }
    out.checkNoSpaceLeft();
    if (bytes.length > WireInput.FREE_BYTES) {
      checkIsRead(bytes);
    }
    return bytes;
  }

  /** What has too many messages to be read is not written. */
  private void checkIsRead(byte[] bytes) {
    try {
      read(new WireInput(bytes, 0, bytes.length), noValues());
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "a " + shape.name() + " could not be read again: " + e.getMessage(), e);
    }
  }

  /**
   * The record of a message.
   *
   * @throws MalformedValueException naming the bytes and the rule, when they are no such message,
   *     or when the record's constructor refuses the values
   * @throws IllegalArgumentException when a component has no number; see {@link #decodeInto}
   */
  public R decode(byte[] bytes, int offset, int length) {
    requireWhole();
    Object[] values = noValues();
    WireInput input = new WireInput(bytes, offset, length);
    try {
      read(input, values);
      return finishRecord(values);
    } catch (IOException e) {
      throw malformed(bytes, offset, length, input, e);
    }
  }

  /**
   * Puts the values of a message at the indexes of their components, and leaves others as they are.
   *
   * @throws MalformedValueException naming the bytes and the rule, when they are no such message
   */
  public void decodeInto(Object[] values, byte[] bytes, int offset, int length) {
    for (PackedField field : fields) {
      values[field.component().index()] = null;
    }
    if (unknown != null) {
      values[unknown.index()] = null;
    }
    WireInput input = new WireInput(bytes, offset, length);
    try {
      read(input, values);
      finish(values);
    } catch (IOException e) {
      throw malformed(bytes, offset, length, input, e);
    }
  }

  private static MalformedValueException malformed(
      byte[] bytes, int offset, int length, WireInput input, IOException e) {
    String rule = "at byte " + input.position() + ", " + e.getMessage();
    return new MalformedValueException(bytes, offset, length, rule, e);
  }

  Object[] noValues() {
    return new Object[shape.components().size()];
  }

  Object[] valuesOf(R record) {
    Object[] values = noValues();
    for (PackedField field : fields) {
      values[field.component().index()] = shape.get(record, field.component());
    }
    if (unknown != null) {
      values[unknown.index()] = shape.get(record, unknown);
    }
    return values;
  }

  int size(Object[] values) {
    int size = 0;
    for (PackedField field : fields) {
      size += field.size(values);
    }
    return unknown == null ? size : size + unknownOf(values).length;
  }

  void write(Object[] values, CodedOutputStream out) throws IOException {
    for (PackedField field : fields) {
      field.write(values, out);
    }
    if (unknown != null) {
      out.writeRawBytes(unknownOf(values));
    }
  }

  private byte[] unknownOf(Object[] values) {
    if (values[unknown.index()] instanceof UnknownFields present) {
      return present.bytes();
    }
    throw new IllegalArgumentException(
        shape.describe(unknown) + " is null; a new record has UnknownFields.none()");
  }

  /** Gathers the fields up to the input's end; what is there already is added to. */
  void read(WireInput input, Object[] values) throws IOException {
    while (true) {
      int position = input.position();
      int tag = input.in().readTag();
      if (tag == 0) {
        return;
      }
      int found = Arrays.binarySearch(numbers, WireFormat.getTagFieldNumber(tag));
      if (found >= 0) {
        fields[found].read(WireFormat.getTagWireType(tag), input, values);
      } else {
        input.skip(tag);
        keep(position, input, values);
      }
    }
  }

  private void keep(int position, WireInput input, Object[] values) {
    if (unknown != null) {
      int i = unknown.index();
      ByteArrayOutputStream kept =
          values[i] == null ? new ByteArrayOutputStream() : (ByteArrayOutputStream) values[i];
      input.copySince(position, kept);
      values[i] = kept;
    }
  }

  /** Makes a record of what was gathered. */
  R finishRecord(Object[] values) throws IOException {
    finish(values);
    try {
      return shape.create(values);
    } catch (RuntimeException e) {
      // What the constructor demands is a rule for the bytes too, whatever it throws.
      throw Malformed.by(shape.name() + " refuses its values: " + e, e);
    }
  }

  /** Makes values of what was gathered. */
  private void finish(Object[] values) throws IOException {
    for (PackedField field : fields) {
      field.finish(values);
    }
    if (unknown != null) {
      int i = unknown.index();
      values[i] =
          values[i] == null
              ? UnknownFields.none()
              : new UnknownFields(((ByteArrayOutputStream) values[i]).toByteArray());
    }
  }

  /** Its definition in Protobuf's language, in one line; of records in it, the name. */
  public String describe() {
    StringBuilder text = new StringBuilder("message " + shape.name() + " {");
    for (PackedField field : fields) {
      text.append(' ').append(field.describe());
    }
    if (reserved.length > 0) {
      String numbersText = Arrays.toString(reserved);
      text.append(" reserved ").append(numbersText, 1, numbersText.length() - 1).append(';');
    }
    return text.append(" }").toString();
  }

  /** Of each number its field's name, and the form of its values, which stays as it is. */
  public Map<Integer, Map.Entry<String, String>> forms() {
    Map<Integer, Map.Entry<String, String>> forms = new TreeMap<>();
    for (PackedField field : fields) {
      forms.put(field.number(), Map.entry(field.component().name(), field.form()));
    }
    return forms;
  }

  /**
   * Of numbers whose values are of one of several records, these with their own numbers; new ones
   * come at the end.
   */
  public Map<Integer, List<String>> constants() {
    Map<Integer, List<String>> constants = new TreeMap<>();
    for (PackedField field : fields) {
      if (!field.constants().isEmpty()) {
        constants.put(field.number(), field.constants());
      }
    }
    return constants;
  }

  /**
   * What a field is read as when the message has it not, as text for comparing, which stays as it
   * is; empty when the message has no such field.
   */
  public String absent(Component component) {
    return Arrays.stream(fields)
        .filter(field -> field.component().equals(component))
        .map(PackedField::absentForm)
        .findFirst()
        .orElse("");
  }

  @Override
  public String toString() {
    return describe();
  }
}
