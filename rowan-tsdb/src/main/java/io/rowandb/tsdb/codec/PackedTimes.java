package io.rowandb.tsdb.codec;

/**
 * The times of a packed hour, in seconds, or in milliseconds if one is. Regular ones are the first
 * (12 or 22 bits) and the step (3 bits of a usual one, or 7 and 12 or 22 bits); of others each has
 * the difference of its step from the step before, as in Gorilla, in 1, 9, 12, 16 or 28 bits.
 */
final class PackedTimes {
  private static final int SECONDS_BITS = 12;
  private static final int MILLIS_BITS = 22;

  /** In seconds. Written by their numbers, so never changed. */
  private static final int[] USUAL_STEPS = {1, 5, 10, 15, 30, 60, 300};

  private static final int OTHER_STEP = USUAL_STEPS.length;

  /** By the number of ones in front. */
  private static final int[] WIDTHS = {0, 7, 9, 12, 24};

  private static final int WIDEST = WIDTHS.length - 1;

  private PackedTimes() {}

  /**
   * Writes them.
   *
   * @param offsets in the hour, ascending, at least one
   */
  static void write(BitWriter to, int[] offsets, boolean inMillis) {
    int width = inMillis ? MILLIS_BITS : SECONDS_BITS;
    to.write(offsets[0], width);
    boolean regular = isRegular(offsets);
    to.write(regular);
    if (regular) {
      writeStep(to, offsets.length > 1 ? offsets[1] - offsets[0] : 0, inMillis);
      return;
    }
    int step = 0;
    for (int i = 1; i < offsets.length; i++) {
      int next = offsets[i] - offsets[i - 1];
      writeChange(to, next - step);
      step = next;
    }
  }

  private static void writeStep(BitWriter to, int step, boolean inMillis) {
    for (int i = 0; i < USUAL_STEPS.length; i++) {
      if (step == USUAL_STEPS[i] * (inMillis ? 1_000 : 1)) {
        to.write(i, 3);
        return;
      }
    }
    to.write(OTHER_STEP, 3);
    to.write(step, inMillis ? MILLIS_BITS : SECONDS_BITS);
  }

  private static int readStep(BitReader from, boolean inMillis) throws DamagedDataException {
    int usual = (int) from.read(3);
    return usual == OTHER_STEP
        ? (int) from.read(inMillis ? MILLIS_BITS : SECONDS_BITS)
        : USUAL_STEPS[usual] * (inMillis ? 1_000 : 1);
  }

  private static boolean isRegular(int[] offsets) {
    for (int i = 2; i < offsets.length; i++) {
      if (offsets[i] - offsets[i - 1] != offsets[1] - offsets[0]) {
        return false;
      }
    }
    return true;
  }

  private static void writeChange(BitWriter to, int change) {
    int ones = 0;
    while (change << (32 - WIDTHS[ones]) >> (32 - WIDTHS[ones]) != change
        || (ones == 0 && change != 0)) {
      ones++;
    }
    to.write((1 << ones) - 1, ones);
    if (ones < WIDEST) {
      to.write(false);
    }
    to.write(change, WIDTHS[ones]);
  }

  /** Reads as many as there is room for. */
  static void read(BitReader from, int[] offsets, boolean inMillis) throws DamagedDataException {
    int width = inMillis ? MILLIS_BITS : SECONDS_BITS;
    int end = PointTime.ROW_SECONDS * (inMillis ? 1_000 : 1);
    offsets[0] = (int) from.read(width);
    boolean regular = from.readBit();
    int step = regular ? readStep(from, inMillis) : 0;
    for (int i = 1; i < offsets.length; i++) {
      step += regular ? 0 : readChange(from);
      offsets[i] = offsets[i - 1] + step;
      if (step <= 0 || offsets[i] >= end) {
        throw new DamagedDataException("its times are not ascending and within an hour");
      }
    }
    if (offsets[0] >= end) {
      throw new DamagedDataException("its first time is not within an hour");
    }
  }

  private static int readChange(BitReader from) throws DamagedDataException {
    int width = WIDTHS[from.readOnes(WIDEST)];
    return width == 0 ? 0 : (int) from.read(width) << (32 - width) >> (32 - width);
  }
}
