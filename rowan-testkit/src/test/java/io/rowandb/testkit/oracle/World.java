package io.rowandb.testkit.oracle;

import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a history is about: a few rows, columns, times and values, so that its operations meet. Used
 * by one thread.
 */
final class World {
  /** The clock stands between full seconds; explicit times lie on them. */
  static final long TIME_STEP_MILLIS = 1000;

  /** How many times there are around now. */
  static final int TIMES = 30;

  /** Keeps markers of whole families apart from the empty qualifier's cells. */
  static final long FAMILY_MARKER_MILLIS = 500;

  private static final String[] ROWS = {"a", "aa", "b", "bc", "c", "d", "dd", "e"};
  private static final String[] QUALIFIERS = {"", "n", "p", "pq", "q", "r", "s"};
  private static final String[] VALUES = {"", "v", "w", "x"};

  /** One of so many values is a number of eight bytes, which can be counted up. */
  private static final int NUMBER_ONE_IN = 3;

  /** Whose regions are split. */
  enum Splits {
    NONE,
    ONE_SIDE,
    BOTH_SIDES
  }

  /**
   * What its table is like.
   *
   * @param newVersions NEW_VERSION_BEHAVIOR: with it HBase fails on delete markers of the empty
   *     qualifier
   * @param smallBlocks a file has several: then HBase's answers depend on where a block ends, with
   *     cells or visible markers of the empty qualifier and with NEW_VERSION_BEHAVIOR
   */
  record Rules(boolean newVersions, boolean smallBlocks, Splits splits) {
    boolean emptyQualifiers() {
      return !newVersions && !smallBlocks;
    }
  }

  private final RandomGenerator random;
  private final String[] families;
  private final Rules rules;
  private final boolean onlyNumbers;
  private long nowMillis;
  private int writes;

  World(RandomGenerator random, String[] families, Rules rules, long startMillis) {
    this.rules = rules;
    this.random = random;
    this.families = families.clone();
    this.nowMillis = startMillis;
    this.onlyNumbers = once(8);
  }

  /** Whether its regions are split. */
  boolean splits() {
    return rules.splits() != Splits.NONE;
  }

  /** Whether markers may be asked for, of which those of families have the empty qualifier. */
  boolean mayShowMarkers() {
    return !rules.smallBlocks();
  }

  /**
   * Whether no filter may tell a reversed scan of named columns to leave one. With
   * NEW_VERSION_BEHAVIOR HBase then goes to that column again, unless a hint from a file's index
   * makes it step over it; the search backwards for a row that is not there may give one.
   */
  boolean goesBackToColumns() {
    return rules.newVersions();
  }

  /**
   * Whether one side's region is split and the other's not, so that nothing may be asked whose
   * answer depends on the borders of regions: what lies in one file with what (ranges of time leave
   * out whole files, with their delete markers; deleted cells are kept by the earliest put of some
   * files), and filters that remember other rows.
   */
  boolean splitsUnseen() {
    return rules.splits() == Splits.ONE_SIDE;
  }

  /** Whether all values are numbers of eight bytes. */
  boolean hasOnlyNumbers() {
    return onlyNumbers;
  }

  RandomGenerator random() {
    return random;
  }

  /** True once in so many times. */
  boolean once(int in) {
    return random.nextInt(in) == 0;
  }

  /** From 1 to {@code most}. */
  int upTo(int most) {
    return 1 + random.nextInt(most);
  }

  byte[] row() {
    return Bytes.toBytes(ROWS[random.nextInt(ROWS.length)]);
  }

  byte[] family() {
    return Bytes.toBytes(families[random.nextInt(families.length)]);
  }

  byte[] qualifier() {
    return qualifier(rules.emptyQualifiers());
  }

  /** A qualifier that is not empty: for cells whose time HBase decides, which may be a marker's. */
  byte[] namedQualifier() {
    return qualifier(false);
  }

  private byte[] qualifier(boolean mayBeEmpty) {
    int from = mayBeEmpty ? 0 : 1;
    return Bytes.toBytes(QUALIFIERS[from + random.nextInt(QUALIFIERS.length - from)]);
  }

  /** A value that others have too. */
  byte[] value() {
    return onlyNumbers || once(NUMBER_ONE_IN)
        ? Bytes.toBytes((long) random.nextInt(5) - 1)
        : Bytes.toBytes(VALUES[random.nextInt(VALUES.length)]);
  }

  /** A value to store: some tell which write they come from. */
  byte[] newValue() {
    byte[] value = value();
    writes++;
    return value.length == Long.BYTES || once(3)
        ? value
        : Bytes.add(value, Bytes.toBytes("" + writes));
  }

  /** A time around now, on a full second, where the clock never stands. */
  long timestamp() {
    long first = Math.max(0, nowMillis / TIME_STEP_MILLIS - TIMES * 2 / 3);
    return TIME_STEP_MILLIS * (first + upTo(TIMES));
  }

  /** A moment to which the clock goes on; the time there is now. */
  long tick() {
    long millis = TIME_STEP_MILLIS * random.nextInt(3);
    nowMillis += millis;
    return millis;
  }
}
