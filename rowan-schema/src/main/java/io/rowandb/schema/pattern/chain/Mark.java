package io.rowandb.schema.pattern.chain;

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
 * The state of a row's writes: the last write, the time that the next must exceed, and what may
 * still have to be done for the last one. It is a cell of the row, written in one step with the
 * record. Immutable.
 *
 * <pre>
 *  offset  bytes
 *       0      1  version, 2
 *       1      1  state: 0 settled, 1 the record was put, 2 it is being deleted
 *       2      8  time of the record's last write in milliseconds since 1970: that of its cells and
 *                 of its details, those that are older are not its own
 *      10      8  time of the last write, which may have left the record as it was: that of its view
 *                 rows
 *      18      8  the greatest time that a writer took; greater than the one before while somebody
 *                 is about to write
 *      26     16  token, of no other change of the mark
 *      42         only if there were conditional writes lately:
 *              2    0xFFFF, which no name has as its length
 *              2    count of these writes; for each 8 bytes of its slot, 8 of its number there, and 8
 *                   of its time
 *                 then, unless settled, for each view:
 *              2    length of its name, and that in UTF-8
 *              4    count of view rows that must go; for each 2 bytes of length and its key
 * </pre>
 *
 * <p>Numbers are big-endian. Example, put at time 1 with token 00..02, row "k" of view "v" must go:
 * {@code 02 01 0000000000000001 0000000000000001 0000000000000001 00000000000000000000000000000002
 * 0001 76 00000001 0001 6B}.
 *
 * @param state what remains to be done
 * @param since time of the record's last write
 * @param time of the last write; not before {@code since}
 * @param latest the time that a later write must exceed; not before {@code time}
 * @param token the token of the change
 * @param recent the conditional writes of which clients may still ask
 * @param doomed the rows to be removed, by the name of their view; has every view unless settled
 */
public record Mark(
    State state,
    long since,
    long time,
    long latest,
    UUID token,
    RecentWrites recent,
    Map<String, List<byte[]>> doomed) {
  /** What a mark says; the codes are in stored rows and never change. */
  public enum State {
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

  private static final byte VERSION = 2;

  private static final UUID NO_TOKEN = new UUID(0, 0);

  /** Stands where else the length of a view's name does. */
  private static final short RECENT = -1;

  /** What a settled mark begins with. */
  public static byte[] settledPrefix() {
    return new byte[] {VERSION, State.SETTLED.code};
  }

  public boolean isPending() {
    return state != State.SETTLED;
  }

  /** Of a write of a record that leaves nothing to be done. */
  public static Mark settledAt(long time) {
    return of(State.SETTLED, time, time, Map.of());
  }

  /** The same of a write that was made before: nobody asks for its token. */
  public static Mark madeAt(long time) {
    return new Mark(State.SETTLED, time, time, time, NO_TOKEN, RecentWrites.NONE, Map.of());
  }

  /** Of a write that leaves something to be done. */
  public static Mark of(State state, long since, long time, Map<String, List<byte[]>> doomed) {
    return new Mark(state, since, time, time, UUID.randomUUID(), RecentWrites.NONE, doomed);
  }

  /** The same write, which remembers others. */
  public Mark remembering(RecentWrites newRecent) {
    return new Mark(state, since, time, latest, token, newRecent, doomed);
  }

  /** The same write when nothing is left to be done. */
  public Mark settled() {
    return new Mark(State.SETTLED, since, time, latest, token, recent, Map.of());
  }

  /** The same, while a writer is about to write at a later time. */
  public Mark reserving(long later) {
    return new Mark(state, since, time, later, UUID.randomUUID(), recent, doomed);
  }

  public byte[] toBytes() {
    Map<String, List<byte[]>> sorted = new TreeMap<>(doomed);
    int size = 2 + 5 * Long.BYTES + (recent.isEmpty() ? 0 : 2 * Short.BYTES + recent.bytes());
    for (Map.Entry<String, List<byte[]>> each : sorted.entrySet()) {
      size += Short.BYTES + utf8(each.getKey()).length + Integer.BYTES;
      size += each.getValue().stream().mapToInt(row -> Short.BYTES + row.length).sum();
    }
    ByteBuffer out = ByteBuffer.allocate(size);
    out.put(VERSION).put(state.code).putLong(since).putLong(time).putLong(latest);
    out.putLong(token.getMostSignificantBits()).putLong(token.getLeastSignificantBits());
    if (!recent.isEmpty()) {
      out.putShort(RECENT).putShort((short) recent.entries().size());
      recent.write(out);
    }
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
  public static Mark of(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      if (in.get() != VERSION) {
        throw malformed(bytes, "it begins with version 2", null);
      }
      State state = State.of(in.get(), bytes);
      long since = in.getLong();
      long time = in.getLong();
      long latest = in.getLong();
      UUID token = new UUID(in.getLong(), in.getLong());
      RecentWrites recent = recent(in);
      Map<String, List<byte[]>> doomed = new TreeMap<>();
      while (in.hasRemaining()) {
        doomed.put(new String(take(in), StandardCharsets.UTF_8), rows(in));
      }
      return new Mark(state, since, time, latest, token, recent, doomed);
    } catch (BufferUnderflowException e) {
      throw malformed(bytes, "more bytes follow what it ends with", e);
    }
  }

  private static RecentWrites recent(ByteBuffer in) {
    in.mark();
    if (in.remaining() < 2 * Short.BYTES || in.getShort() != RECENT) {
      in.reset();
      return RecentWrites.NONE;
    }
    return RecentWrites.read(in, Short.toUnsignedInt(in.getShort()));
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
        "mark of a row " + Bytes.toStringBinary(bytes) + ": " + rule, cause);
  }
}
