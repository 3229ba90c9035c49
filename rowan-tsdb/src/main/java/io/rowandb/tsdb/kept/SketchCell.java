package io.rowandb.tsdb.kept;

import io.rowandb.tsdb.codec.DamagedDataException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The sketches of an hour of a series as bytes: see the package. */
final class SketchCell {
  private static final int HEAD_BYTES = 1 + Integer.BYTES;

  private SketchCell() {}

  static byte[] encode(SortedMap<Integer, KeptSketch> sketches) {
    SortedMap<Integer, byte[]> encoded = new TreeMap<>();
    int length = 0;
    for (Map.Entry<Integer, KeptSketch> each : sketches.entrySet()) {
      byte[] bytes = each.getValue().encode();
      encoded.put(each.getKey(), bytes);
      length += HEAD_BYTES + bytes.length;
    }
    ByteBuffer cell = ByteBuffer.allocate(length);
    encoded.forEach(
        (interval, bytes) -> cell.put(interval.byteValue()).putInt(bytes.length).put(bytes));
    return cell.array();
  }

  static SortedMap<Integer, KeptSketch> decode(byte[] value) throws DamagedDataException {
    SortedMap<Integer, KeptSketch> sketches = new TreeMap<>();
    ByteBuffer cell = ByteBuffer.wrap(value);
    while (cell.hasRemaining()) {
      if (cell.remaining() < HEAD_BYTES) {
        throw new DamagedDataException(
            "kept sketches end within the head of one, of " + cell.remaining() + " bytes");
      }
      int interval = cell.get();
      int length = cell.getInt();
      if (length < 0 || length > cell.remaining()) {
        throw new DamagedDataException(
            "a kept sketch of " + length + " bytes has only " + cell.remaining());
      }
      sketches.put(interval, KeptSketch.decode(value, cell.position(), length));
      cell.position(cell.position() + length);
    }
    return sketches;
  }
}
