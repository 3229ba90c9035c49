package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.value.MalformedValueException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Columns of a record that are copied into its entries. Format of each: its length in 4 bytes,
 * big-endian, and then the bytes of its column; for null, -1 and no bytes. Immutable.
 */
record CopiedColumns<R>(List<SingleColumn<R>> columns) {
  private static final int NULL = -1;

  /** Copies of a former protocol, whose times mean something else, are not taken for these. */
  private static final String AT_TIME_OF_WRITE = "2\n";

  private static final Digest LAYOUT = Digest.md5(IndexCells.LAYOUT_BYTES);

  /** Bytes that tell which columns, in which order and of which types. */
  byte[] layout() {
    String text = columns.stream().map(SingleColumn::describe).collect(Collectors.joining("\n"));
    return LAYOUT.of(Bytes.toBytes(AT_TIME_OF_WRITE + text));
  }

  List<Component> components() {
    return columns.stream().map(SingleColumn::component).toList();
  }

  byte[] write(R record) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (SingleColumn<R> column : columns) {
      Object value = column.shape().get(record, column.component());
      byte[] bytes = value == null ? new byte[0] : column.type().encode(value);
      out.writeBytes(Bytes.toBytes(value == null ? NULL : bytes.length));
      out.writeBytes(bytes);
    }
    return out.toByteArray();
  }

  void read(byte[] cell, Object[] values) {
    ByteBuffer in = ByteBuffer.wrap(cell);
    for (SingleColumn<R> column : columns) {
      int length = in.remaining() < Integer.BYTES ? Integer.MAX_VALUE : in.getInt();
      if (length < NULL || length > in.remaining()) {
        throw malformed(cell);
      }
      if (length != NULL) {
        values[column.component().index()] = column.type().decode(cell, in.position(), length);
        in.position(in.position() + length);
      }
    }
    if (in.hasRemaining()) {
      throw malformed(cell);
    }
  }

  private MalformedValueException malformed(byte[] cell) {
    return new MalformedValueException(
        cell,
        0,
        cell.length,
        "copies of "
            + components().stream().map(Component::name).toList()
            + " are each a length of 4 bytes, -1 for null, and so many bytes");
  }
}
