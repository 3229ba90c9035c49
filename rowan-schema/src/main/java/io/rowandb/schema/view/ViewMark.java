package io.rowandb.schema.view;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a source row says of its views: which write was the last, and which part of it may still
 * have to be done. A cell of the row, written in one step with the record. Immutable.
 *
 * <pre>
 *  offset  bytes
 *       0      1  version, 1
 *       1      1  state: 0 settled, 1 the record was put, 2 it is being deleted
 *       2      8  time of the write in milliseconds since 1970: that of its cells and of its view rows
 *      10     16  token, of no other write
 *      26         unless settled, for each view:
 *              2    length of its name, and that in UTF-8
 *              4    count of view rows that must go; for each 2 bytes of length and its key
 * </pre>
 *
 * <p>Numbers are big-endian. Example, put at time 1 with token 00..02, row "k" of view "v" must go:
 * {@code 01 01 0000000000000001 00000000000000000000000000000002 0001 76 00000001 0001 6B}.
 *
 * @param state what is to be done
 * @param time of the write
 * @param token of the write
 * @param doomed the rows that must go, by the name of their view; of each view unless settled
 */
record ViewMark(State state, long time, UUID token, Map<String, List<byte[]>> doomed) {
  /** What a mark says; the codes are in stored rows and never change. */
  enum State {
    /** Nothing is to be done. */
    SETTLED(0),
    /** The record's view rows are to be put, others to go. */
    PUT(1),
    /** All view rows are to go, then the row. */
    DELETE(2);

    private final byte code;

    State(int code) {
      this.code = (byte) code;
    }

    private static State of(int code, byte[] bytes) {
      for (State state : values()) {
        if (state.code == code) {
          return state;
        }
      }
      throw malformed(bytes, "its state, the second byte, is 0, 1 or 2", null);
    }
  }

  private static final byte VERSION = 1;

  /** What a settled mark begins with. */
  static byte[] settledPrefix() {
    return new byte[] {VERSION, State.SETTLED.code};
  }

  boolean isPending() {
    return state != State.SETTLED;
  }

  /** The same write when nothing is left to be done. */
  ViewMark settled() {
    return new ViewMark(State.SETTLED, time, token, Map.of());
  }

  byte[] toBytes() {
    Map<String, List<byte[]>> sorted = new TreeMap<>(doomed);
    int size = 2 + 3 * Long.BYTES;
    for (Map.Entry<String, List<byte[]>> each : sorted.entrySet()) {
      size += Short.BYTES + utf8(each.getKey()).length + Integer.BYTES;
      size += each.getValue().stream().mapToInt(row -> Short.BYTES + row.length).sum();
    }
    ByteBuffer out = ByteBuffer.allocate(size);
    out.put(VERSION).put(state.code).putLong(time);
    out.putLong(token.getMostSignificantBits()).putLong(token.getLeastSignificantBits());
    sorted.forEach(
        (view, rows) -> {
          out.putShort((short) utf8(view).length).put(utf8(view)).putInt(rows.size());
          rows.forEach(row -> out.putShort((short) row.length).put(row));
        });
    return out.array();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a mark.
   *
   * @throws IllegalArgumentException naming the bytes and the rule, when they are none
   */
  static ViewMark of(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      if (in.get() != VERSION) {
        throw malformed(bytes, "it begins with version 1", null);
      }
      State state = State.of(in.get(), bytes);
      long time = in.getLong();
      UUID token = new UUID(in.getLong(), in.getLong());
      Map<String, List<byte[]>> doomed = new TreeMap<>();
      while (in.hasRemaining()) {
        doomed.put(new String(take(in), StandardCharsets.UTF_8), rows(in));
      }
      return new ViewMark(state, time, token, doomed);
    } catch (BufferUnderflowException e) {
      throw malformed(bytes, "more bytes follow what it ends with", e);
    }
  }

  private static List<byte[]> rows(ByteBuffer in) {
    int count = in.getInt();
    List<byte[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(take(in));
    }
    return rows;
  }

  private static byte[] take(ByteBuffer in) {
    int length = Short.toUnsignedInt(in.getShort());
    if (length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] taken = new byte[length];
    in.get(taken);
    return taken;
  }

  private static IllegalArgumentException malformed(byte[] bytes, String rule, Exception cause) {
    return new IllegalArgumentException(
        "mark of a viewed row " + Bytes.toStringBinary(bytes) + ": " + rule, cause);
  }
}
