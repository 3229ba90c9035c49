package io.rowandb.schema.packed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.WireFormat;

/**
 * The form of a list: one tag for all elements if they are numbers, which Protobuf calls packed,
 * otherwise one tag per element. Numbers are read in either form, as Protobuf requires.
 */
final class ListType<T> extends PackedType<List<T>> {
  // Fixed at construction.
  private final SingleType<T> element;
  private final boolean oneTag;

  ListType(SingleType<T> element) {
    this.element = element;
    oneTag = element.wireType() != WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  @Override
  int size(int number, List<T> values) {
    int size = 0;
    for (T value : values) {
      if (value == null) {
        throw new IllegalArgumentException("list " + values + " has a null, which has no form");
      }
      size += oneTag ? element.payloadSize(value) : element.size(number, value);
    }
    if (oneTag && size > 0) {
      size +=
          CodedOutputStream.computeTagSize(number) + CodedOutputStream.computeUInt32SizeNoTag(size);
    }
    return size;
  }

  @Override
  void write(int number, List<T> values, CodedOutputStream out) throws IOException {
    if (!oneTag) {
      for (T value : values) {
        element.write(number, value, out);
      }
    } else if (!values.isEmpty()) {
      int size = 0;
      for (T value : values) {
        size += element.payloadSize(value);
      }
      out.writeTag(number, WireFormat.WIRETYPE_LENGTH_DELIMITED);
      out.writeUInt32NoTag(size);
      for (T value : values) {
        element.writePayload(value, out);
      }
    }
  }

  @Override
  Object read(int wireType, WireInput input, Object soFar) throws IOException {
    List<T> list = soFar == null ? new ArrayList<>() : gathered(soFar);
    if (wireType == element.wireType()) {
      list.add(element.finish(element.readPayload(input, null)));
    } else if (oneTag && wireType == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      int entered = input.enter();
      while (!input.isAtEnd()) {
        list.add(element.finish(element.readPayload(input, null)));
      }
      input.leave(entered);
    } else {
      throw element.wrongWireType(wireType);
    }
    return list;
  }

  @Override
  List<T> finish(Object gathered) {
    return List.copyOf(gathered(gathered));
  }

  @SuppressWarnings("unchecked") // Made by read.
  private List<T> gathered(Object soFar) {
    return (List<T>) soFar;
  }

  @Override
  List<T> absent() {
    return List.of();
  }

  @Override
  List<String> constants() {
    return element.constants();
  }

  @Override
  String describe() {
    return "repeated " + element.name();
  }
}
