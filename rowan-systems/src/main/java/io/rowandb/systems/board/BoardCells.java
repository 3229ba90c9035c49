package io.rowandb.systems.board;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.KeyReader;
import io.rowandb.schema.key.KeyWriter;
import io.rowandb.schema.value.Utf8;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * The cells of a board's rows. A period is a byte for its kind and four for its number.
 *
 * <pre>
 * p: player 00                              sequence number of the player's changes
 * p: player 00 00                           nothing: the player is being removed, in steps
 * p: player 00 | period                     score, time
 * p: 00                                     the first day that is kept
 * i: player 00 | id                         nothing: these points are counted
 * o: period | 00 | most - score | time | player        nothing: the best first
 * o: period | 01 | score | ~time | ~player | FF        nothing: the same, the last first
 * c: period | digits | level | beginning    how many players
 * </pre>
 *
 * <p>Counts are a tree over the hexadecimal digits of scores. At its root (level 0) players are
 * counted by how many digits their score has, at level n by that and the first n digits; at the
 * last level by the whole score.
 */
final class BoardCells {
  static final byte[] PLAYERS = {'p'};
  static final byte[] IDS = {'i'};
  static final byte[] ORDER = {'o'};
  static final byte[] COUNTS = {'c'};

  /** Where each row has the first day that is kept. No player's name is empty. */
  static final byte[] KEPT_FROM = {0};

  static final byte[] NOTHING = {};

  private static final int BITS = 4;
  private static final int LAST_DIGIT = (1 << BITS) - 1;
  private static final int MOST_DIGITS = digits(ScoreEvent.MOST);
  private static final int PERIOD_BYTES = 4;
  private static final int ASCENDING = 1;
  private static final int BEHIND_BOTH = 2;
  private static final int PREFIX_BYTES = 1 + PERIOD_BYTES + 1;
  private static final int NAME_AT = PREFIX_BYTES + 2 * Long.BYTES;
  private static final Digest HASH = Digest.murmur3(Integer.BYTES);

  private BoardCells() {}

  /** The partition of a player. */
  static int partition(byte[] name, int partitions) {
    return (int) (new KeyReader(HASH.of(name)).readBigEndian(Integer.BYTES) % partitions);
  }

  private static KeyWriter begin(BoardPeriod period) {
    return new KeyWriter()
        .writeByte(period.kind().code())
        .writeBigEndian(period.number(), PERIOD_BYTES);
  }

  // Family p and i.

  static byte[] sequence(byte[] name) {
    return new KeyWriter().write(name).writeByte(0).toByteArray();
  }

  /** Behind the sequence number, and before all periods, which are longer. */
  static byte[] leaving(byte[] name) {
    return new KeyWriter().write(name).writeByte(0).writeByte(0).toByteArray();
  }

  /** The first qualifier behind those of a player. */
  static byte[] behind(byte[] name) {
    return new KeyWriter().write(name).writeByte(1).toByteArray();
  }

  static byte[] held(byte[] name, BoardPeriod period) {
    return new KeyWriter()
        .write(name)
        .writeByte(0)
        .write(begin(period).toByteArray())
        .toByteArray();
  }

  static byte[] id(byte[] name, String id) {
    return new KeyWriter().write(name).writeByte(0).write(Utf8.encode(id)).toByteArray();
  }

  static byte[] value(HeldScore held) {
    return new KeyWriter()
        .writeBigEndian(held.score(), Long.BYTES)
        .writeBigEndian(held.millis(), Long.BYTES)
        .toByteArray();
  }

  static HeldScore held(byte[] value) {
    KeyReader in = new KeyReader(value);
    return new HeldScore(in.readBigEndian(Long.BYTES), in.readBigEndian(Long.BYTES));
  }

  /** The period of a player's cell; only of one that has one. */
  static BoardPeriod period(byte[] qualifier, byte[] name) {
    KeyReader in = new KeyReader(qualifier);
    in.skip(name.length + 1);
    int code = in.readByte();
    return BoardPeriod.stored(code, in.readBigEndian(PERIOD_BYTES));
  }

  // Family o.

  /** A player in the order of a period. */
  record Entry(String player, HeldScore held) {}

  static byte[] descending(BoardPeriod period, byte[] name, HeldScore held) {
    return begin(period)
        .writeByte(0)
        .writeBigEndian(ScoreEvent.MOST - held.score(), Long.BYTES)
        .writeBigEndian(held.millis(), Long.BYTES)
        .write(name)
        .toByteArray();
  }

  static byte[] ascending(BoardPeriod period, byte[] name, HeldScore held) {
    return begin(period)
        .writeByte(ASCENDING)
        .writeBigEndian(held.score(), Long.BYTES)
        .writeBigEndian(~held.millis(), Long.BYTES)
        .write(inverted(name))
        .writeByte(0xFF)
        .toByteArray();
  }

  private static byte[] inverted(byte[] bytes) {
    return new KeyWriter().write(bytes).invertFrom(0).toByteArray();
  }

  /** The first qualifier of a period, in families o and c. */
  static byte[] first(BoardPeriod period) {
    return begin(period).toByteArray();
  }

  /** The first qualifier of a kind of period, in families o and c. */
  static byte[] first(BoardPeriod.Kind kind) {
    return new byte[] {(byte) kind.code()};
  }

  static byte[] behindDescending(BoardPeriod period) {
    return begin(period).writeByte(ASCENDING).toByteArray();
  }

  static byte[] behindAscending(BoardPeriod period) {
    return begin(period).writeByte(BEHIND_BOTH).toByteArray();
  }

  static Entry entry(Cell cell) {
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    KeyReader in = new KeyReader(qualifier);
    in.skip(PREFIX_BYTES - 1);
    if (in.readByte() == ASCENDING) {
      HeldScore held = new HeldScore(in.readBigEndian(Long.BYTES), ~in.readBigEndian(Long.BYTES));
      byte[] name = inverted(in.read(in.remaining() - 1));
      return new Entry(Utf8.decode(name, 0, name.length), held);
    }
    HeldScore held =
        new HeldScore(ScoreEvent.MOST - in.readBigEndian(Long.BYTES), in.readBigEndian(Long.BYTES));
    return new Entry(Utf8.decode(qualifier, NAME_AT, in.remaining()), held);
  }

  /** Whether it stands in the order that has the best first. */
  static boolean isDescending(Cell entry) {
    return CellUtil.cloneQualifier(entry)[PREFIX_BYTES - 1] == 0;
  }

  /** The cell of a player in an entry's period. */
  static byte[] heldOf(Cell entry) {
    byte[] qualifier = CellUtil.cloneQualifier(entry);
    return new KeyWriter()
        .write(Utf8.encode(entry(entry).player()))
        .writeByte(0)
        .write(qualifier, 0, 1 + PERIOD_BYTES)
        .toByteArray();
  }

  // Family c.

  private static int digits(long score) {
    return (Long.SIZE - Long.numberOfLeadingZeros(score) + BITS - 1) / BITS;
  }

  private static byte[] count(BoardPeriod period, int digits, int level, long beginning) {
    return begin(period)
        .writeByte(digits)
        .writeByte(level)
        .writeBigEndian(beginning, Long.BYTES)
        .toByteArray();
  }

  private static long beginning(long score, int digits, int level) {
    return level == 0 ? 0 : score >>> (BITS * (digits - level));
  }

  /** The counts that a player with this score is in, one a level. */
  static List<byte[]> path(BoardPeriod period, long score) {
    int digits = digits(score);
    List<byte[]> path = new ArrayList<>(digits + 1);
    for (int level = 0; level <= digits; level++) {
      path.add(count(period, digits, level, beginning(score, digits, level)));
    }
    return path;
  }

  /** The counts of exactly the players with greater scores, each of them in one. */
  static List<byte[]> greater(BoardPeriod period, long score) {
    int digits = digits(score);
    List<byte[]> counts = new ArrayList<>();
    for (int more = digits + 1; more <= MOST_DIGITS; more++) {
      counts.add(count(period, more, 0, 0));
    }
    for (int level = 1; level <= digits; level++) {
      long beginning = beginning(score, digits, level);
      for (long next = beginning + 1; next <= (beginning | LAST_DIGIT); next++) {
        counts.add(count(period, digits, level, next));
      }
    }
    return counts;
  }

  /** The count of the players with this score. */
  static byte[] equal(BoardPeriod period, long score) {
    int digits = digits(score);
    return count(period, digits, digits, beginning(score, digits, digits));
  }

  /** The counts of all players, each of them in one. */
  static List<byte[]> all(BoardPeriod period) {
    List<byte[]> counts = new ArrayList<>();
    for (int digits = 0; digits <= MOST_DIGITS; digits++) {
      counts.add(count(period, digits, 0, 0));
    }
    return counts;
  }
}
