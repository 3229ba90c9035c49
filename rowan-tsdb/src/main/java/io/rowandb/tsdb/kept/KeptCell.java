package io.rowandb.tsdb.kept;

import io.rowandb.tsdb.codec.DamagedDataException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The rollups of an hour of a series as bytes: see the package. */
final class KeptCell {
  private static final int ENTRY_BYTES = 34;

  private KeptCell() {}

  static byte[] encode(SortedMap<Integer, KeptNumbers> numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(numbers.size() * ENTRY_BYTES);
    for (Map.Entry<Integer, KeptNumbers> each : numbers.entrySet()) {
      KeptNumbers of = each.getValue();
      bytes.put(each.getKey().byteValue());
      bytes.putDouble(of.sum()).putDouble(of.count());
      bytes.putDouble(of.least()).putDouble(of.greatest());
      bytes.put((byte) (of.isExact() ? 1 : 0));
    }
    return bytes.array();
  }

  static SortedMap<Integer, KeptNumbers> decode(byte[] value) throws DamagedDataException {
    if (value.length % ENTRY_BYTES != 0) {
      throw new DamagedDataException(
          "kept rollups have " + ENTRY_BYTES + " bytes each, not together " + value.length);
    }
    SortedMap<Integer, KeptNumbers> numbers = new TreeMap<>();
    ByteBuffer bytes = ByteBuffer.wrap(value);
    while (bytes.hasRemaining()) {
      int interval = bytes.get();
      numbers.put(
          interval,
          KeptNumbers.of(
              bytes.getDouble(),
              bytes.getDouble(),
              bytes.getDouble(),
              bytes.getDouble(),
              bytes.get() == 1));
    }
    return numbers;
  }
}
