package io.rowandb.schema.packed;

import java.io.IOException;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.WireFormat;

/** The form of a record in a record. */
final class MessageType<R> extends SingleType<R> {
  // Fixed at construction.
  private final PackedRecord<R> message;

  MessageType(PackedRecord<R> message) {
    super(message.shape().name(), WireFormat.WIRETYPE_LENGTH_DELIMITED);
    this.message = message;
  }

  @Override
  int payloadSize(R record) {
    int size = message.size(message.valuesOf(record));
    return CodedOutputStream.computeUInt32SizeNoTag(size) + size;
  }

  @Override
  void writePayload(R record, CodedOutputStream out) throws IOException {
    Object[] values = message.valuesOf(record);
    out.writeUInt32NoTag(message.size(values));
    message.write(values, out);
  }

  @Override
  Object readPayload(WireInput input, Object soFar) throws IOException {
    Object[] values = soFar == null ? begun(input) : (Object[]) soFar;
    int entered = input.enter();
    message.read(input, values);
    input.leave(entered);
    return values;
  }

  private Object[] begun(WireInput input) throws IOException {
    Object[] values = message.noValues();
    input.began(values.length);
    return values;
  }

  @Override
  R finish(Object gathered) throws IOException {
    return message.finishRecord((Object[]) gathered);
  }
}
