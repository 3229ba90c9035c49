package io.rowandb.tsdb.index;

import io.rowandb.tsdb.codec.DamagedDataException;
import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What an index says of itself.
 *
 * @param generation another one after each drop; of no meaning when there never was one
 */
public record IndexState(IndexPhase phase, long generation) {
  /** That of no index. */
  static final IndexState NONE = new IndexState(IndexPhase.OFF, 0);

  byte[] toBytes() {
    return ByteBuffer.allocate(1 + Long.BYTES).put(phase.code()).putLong(generation).array();
  }

  /**
   * As {@link #toBytes} made it.
   *
   * @param bytes null for none
   */
  static IndexState of(byte[] bytes) throws DamagedDataException {
    if (bytes == null) {
      return NONE;
    }
    if (bytes.length == 1 + Long.BYTES) {
      for (IndexPhase each : IndexPhase.values()) {
        if (each.code() == bytes[0]) {
          return new IndexState(each, Bytes.toLong(bytes, 1));
        }
      }
    }
    throw new DamagedDataException(
        "the state of the index is none that this version knows: " + Bytes.toStringBinary(bytes));
  }

  IndexState in(IndexPhase other) {
    return new IndexState(other, generation);
  }
}
