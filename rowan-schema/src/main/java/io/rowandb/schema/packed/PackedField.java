package io.rowandb.schema.packed;

import io.rowandb.schema.field.Component;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/**
 * A field of a message: a component's values under a number. Immutable.
 *
 * <p>Null is not written; everything else is, even zeros. So declaring a default later does not
 * change the meaning of old bytes. A null that would be read back as a default is refused.
 */
final class PackedField {
  // Fixed at construction.
  private final int number;
  private final Component component;
  private final String name;
  private final PackedType<Object> type;
  private final Object absent;
  private final boolean mayBeNull;

  /**
   * With a default, or null for the one of the type.
   *
   * @param name for messages: {@code Tweet.user}
   */
  @SuppressWarnings("unchecked") // The declaration has seen that the component is of this type.
  PackedField(
      int number, Component component, String name, PackedType<?> type, Object declaredDefault) {
    this.number = number;
    this.component = component;
    this.name = name;
    this.type = (PackedType<Object>) type;
    if (declaredDefault != null) {
      absent = declaredDefault;
    } else if (component.primitive()) {
      absent = zero(component.type());
    } else {
      absent = type.absent();
    }
    mayBeNull = absent == null;
  }

  /** What Java's arrays begin with. */
  private static Object zero(Class<?> boxed) {
    Class<?> primitive = MethodType.methodType(boxed).unwrap().returnType();
    return Array.get(Array.newInstance(primitive, 1), 0);
  }

  int number() {
    return number;
  }

  Component component() {
    return component;
  }

  int size(Object[] values) {
    Object value = values[component.index()];
    if (value != null) {
      try {
        return type.size(number, value);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
      }
    }
    if (!mayBeNull) {
      throw new IllegalArgumentException(
          name + " is null, which is not written and would be read as " + absent);
    }
    return 0;
  }

  void write(Object[] values, CodedOutputStream out) throws IOException {
    Object value = values[component.index()];
    if (value != null) {
      type.write(number, value, out);
    }
  }

  void read(int wireType, WireInput input, Object[] values) throws IOException {
    int i = component.index();
    try {
      values[i] = type.read(wireType, input, values[i]);
    } catch (InvalidProtocolBufferException e) {
      throw malformed(e);
    }
  }

  private Object finished(Object gathered) throws IOException {
    try {
      return type.finish(gathered);
    } catch (InvalidProtocolBufferException e) {
      throw malformed(e);
    }
  }

  private InvalidProtocolBufferException malformed(InvalidProtocolBufferException e) {
    return Malformed.by(name + ", field " + number + ": " + e.getMessage(), e);
  }

  void finish(Object[] values) throws IOException {
    int i = component.index();
    if (values[i] != null) {
      values[i] = finished(values[i]);
    } else {
      // An array could be changed by whom it is given to.
      values[i] = absent instanceof byte[] bytes ? bytes.clone() : absent;
    }
  }

  /**
   * What it is read as when it is not there, for comparing: its bytes in a message. Tables keep
   * that, so it stays as it is.
   */
  String absentForm() {
    if (absent == null) {
      return "null";
    }
    byte[] bytes;
    try {
      bytes = new byte[type.size(number, absent)];
      type.write(number, absent, CodedOutputStream.newInstance(bytes));
    } catch (IOException | IllegalArgumentException e) {
      return "a value without a form";
    }
    return bytes.length == 0 ? "nothing" : Bytes.toStringBinary(bytes); // as an empty list is
  }

  /** {@link PackedType#constants}. */
  List<String> constants() {
    return type.constants();
  }

  /** Of its values. */
  String form() {
    return type.describe();
  }

  /** As a definition in Protobuf's language has it: {@code optional string text = 1;}. */
  String describe() {
    return type.describe() + " " + component.name() + " = " + number + ";";
  }
}
