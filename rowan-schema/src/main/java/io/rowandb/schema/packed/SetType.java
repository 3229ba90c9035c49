package io.rowandb.schema.packed;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/** The form of a set: that of a list without two equal elements, in the {@link EncodedOrder}. */
final class SetType<T> extends PackedType<Set<T>> {
  // Fixed at construction.
  private final SingleType<T> element;
  private final ListType<T> list;

  SetType(SingleType<T> element) {
    // Two equal arrays are two elements of a set in Java.
    if (element == ScalarTypes.BYTES) {
      throw new IllegalArgumentException("a set of byte[] has no form: its elements have no value");
    }
    this.element = element;
    list = new ListType<>(element);
  }

  private List<T> sorted(Set<T> values) {
    return EncodedOrder.sorted(element, values, "the set");
  }

  @Override
  int size(int number, Set<T> values) {
    return list.size(number, sorted(values));
  }

  @Override
  void write(int number, Set<T> values, CodedOutputStream out) throws IOException {
    list.write(number, sorted(values), out);
  }

  @Override
  Object read(int wireType, WireInput input, Object soFar) throws IOException {
    return list.read(wireType, input, soFar);
  }

  @Override
  Set<T> finish(Object gathered) throws IOException {
    Set<T> values = new LinkedHashSet<>();
    for (T value : list.finish(gathered)) {
      if (!values.add(value)) {
        throw new InvalidProtocolBufferException("element " + value + " of a set is there twice");
      }
    }
    return Collections.unmodifiableSet(values);
  }

  @Override
  Set<T> absent() {
    return Set.of();
  }

  @Override
  List<String> constants() {
    return list.constants();
  }

  @Override
  String describe() {
    return list.describe();
  }
}
