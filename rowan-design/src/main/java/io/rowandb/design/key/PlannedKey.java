package io.rowandb.design.key;

import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Coded;
import io.rowandb.design.plan.PlannedPart.Hash;
import io.rowandb.design.plan.PlannedPart.Literal;
import io.rowandb.design.plan.PlannedPart.Salt;
import io.rowandb.design.plan.PlannedPart.Value;
import io.rowandb.design.plan.TablePlan;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToIntFunction;

/**
 * Writes the keys of one plan. After {@link #write}, {@link #bytes} and {@link #length} have the
 * key, or {@link #fault} says why there is none. One thread; the buffer is used again.
 */
public final class PlannedKey {
  private static final int LONGEST = Short.MAX_VALUE;

  // Fixed at construction.
  private final TablePlan plan;
  private final List<PlannedPart> parts;
  private final int[][] places;
  private final byte[][] literals;
  private final MessageDigest md5;

  // The last key.
  private byte[] bytes = new byte[256];
  private int length;
  private final int[] ends;
  private KeyFault fault;
  private int faultyPart;
  private long turn;

  /**
   * Of a plan.
   *
   * @param places where the value of a field is in the rows
   */
  public PlannedKey(TablePlan plan, ToIntFunction<String> places) {
    this.plan = plan;
    this.parts = plan.key();
    this.places = new int[parts.size()][];
    this.literals = new byte[parts.size()][];
    this.ends = new int[parts.size()];
    for (int i = 0; i < parts.size(); i++) {
      this.places[i] = parts.get(i).fields().stream().mapToInt(places).toArray();
      literals[i] =
          parts.get(i) instanceof Literal literal
              ? literal.text().getBytes(StandardCharsets.UTF_8)
              : new byte[0];
    }
    try {
      md5 = MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has MD5", e);
    }
  }

  /** Writes the key of a row; returns whether it has one. */
  public boolean write(String[] row) {
    length = 0;
    fault = null;
    for (int i = 0; i < places.length; i++) {
      write(i, row);
      if (fault != null) {
        faultyPart = i;
        return false;
      }
      ends[i] = length;
    }
    checkLength();
    return fault == null;
  }

  /** HBase takes keys of 1 to 32,767 bytes; a longer one is the fault of its longest value. */
  private void checkLength() {
    if (length > 0 && length <= LONGEST) {
      return;
    }
    fault = length == 0 ? KeyFault.EMPTY_KEY : KeyFault.KEY_TOO_LONG;
    int most = -1;
    for (int i = 0; i < ends.length; i++) {
      int width = ends[i] - (i == 0 ? 0 : ends[i - 1]);
      if (isValue(parts.get(i)) && width > most) {
        most = width;
        faultyPart = i;
      }
    }
  }

  private static boolean isValue(PlannedPart part) {
    return part instanceof Value || part instanceof Coded;
  }

  /** The last key is the first {@link #length} of these. */
  public byte[] bytes() {
    return bytes;
  }

  /** Bytes of the last key. */
  public int length() {
    return length;
  }

  /** Where a part of the last key ends. */
  public int end(int part) {
    return ends[part];
  }

  /** A copy of the last key. */
  public byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }

  /** What keeps the last row from having a key; null when nothing does. */
  public KeyFault fault() {
    return fault;
  }

  /** The part that has the fault. */
  public int faultyPart() {
    return faultyPart;
  }

  private void write(int part, String[] row) {
    PlannedPart planned = parts.get(part);
    if (planned instanceof Value value) {
      write(value, row[places[part][0]]);
    } else if (planned instanceof Hash hash) {
      byte[] made = hash(hash, joined(row, places[part]));
      for (int i = 0; i < hash.bytes(); i++) {
        if (hash.isHex()) {
          add(Character.forDigit((made[i] >> 4) & 15, 16));
          add(Character.forDigit(made[i] & 15, 16));
        } else {
          add(made[i]);
        }
      }
    } else if (planned instanceof Salt salt) {
      add(bucket(salt, row, places[part]));
    } else if (planned instanceof Coded coded) {
      code(coded, row[places[part][0]]);
    } else {
      add(literals[part]);
    }
  }

  private void code(Coded coded, String text) {
    try {
      add(coded.coder().write(text));
    } catch (IllegalArgumentException e) {
      fault = KeyFault.NO_FORM; // the caller counts and names such values
    }
  }

  private int bucket(Salt salt, String[] row, int[] places) {
    long chosen = salt.fields().isEmpty() ? turn++ : ShortHash.of32(joined(row, places));
    return (int) Math.floorMod(chosen, (long) salt.buckets());
  }

  private static byte[] joined(String[] row, int[] places) {
    if (places.length == 1) {
      return row[places[0]].getBytes(StandardCharsets.UTF_8);
    }
    StringBuilder all = new StringBuilder();
    for (int each : places) {
      all.append(row[each]).append('\0');
    }
    return all.toString().getBytes(StandardCharsets.UTF_8);
  }

  private byte[] hash(Hash hash, byte[] of) {
    if (hash.function() == PlannedPart.Function.MD5) {
      return md5.digest(of);
    }
    int made = ShortHash.of32(of);
    return new byte[] {(byte) (made >> 24), (byte) (made >> 16), (byte) (made >> 8), (byte) made};
  }

  private void write(Value value, String text) {
    switch (value.form()) {
      case TEXT -> text(value, text);
      case NUMBER -> number(value, text);
      case DIGITS -> digits(value, text);
      case INT, LONG -> binary(value, text);
      case TIME -> time(value, text);
    }
  }

  private void text(Value value, String text) {
    byte[] written = text.getBytes(StandardCharsets.UTF_8);
    if (value.length() > 0 && written.length > value.length()) {
      fault = KeyFault.TOO_LONG;
      return;
    }
    int from = length;
    add(written);
    for (int i = written.length; i < value.length(); i++) {
      add(0);
    }
    reverse(value, from);
  }

  private void number(Value value, String text) {
    if (isWhole(text)) {
      int from = length;
      add(text.getBytes(StandardCharsets.UTF_8));
      reverse(value, from);
    }
  }

  private void reverse(Value value, int from) {
    for (int low = from, high = length - 1; value.isReversed() && low < high; low++, high--) {
      byte kept = bytes[low];
      bytes[low] = bytes[high];
      bytes[high] = kept;
    }
  }

  private void digits(Value value, String text) {
    if (!isWhole(text)) {
      return;
    }
    if (text.startsWith("-")) {
      fault = KeyFault.OUT_OF_RANGE;
    } else if (text.length() > value.length()) {
      fault = KeyFault.TOO_LONG;
    } else {
      int from = length;
      for (int i = text.length(); i < value.length(); i++) {
        add('0');
      }
      add(text.getBytes(StandardCharsets.UTF_8));
      complement(value, from);
      reverse(value, from);
    }
  }

  /** Digits that go down as the number goes up. */
  private void complement(Value value, int from) {
    for (int i = from; value.isDescending() && i < length; i++) {
      if (bytes[i] >= '0' && bytes[i] <= '9') {
        bytes[i] = (byte) ('0' + '9' - bytes[i]);
      }
    }
  }

  private void binary(Value value, String text) {
    OptionalLong number = parsed(text);
    if (number.isEmpty()) {
      return;
    }
    boolean isInt = value.form() == PlannedPart.Form.INT;
    long read = number.getAsLong();
    if (isInt && read != (int) read) {
      fault = KeyFault.OUT_OF_RANGE;
      return;
    }
    long most = isInt ? Integer.MAX_VALUE : Long.MAX_VALUE;
    add(value.isDescending() ? most - read : read, isInt ? Integer.BYTES : Long.BYTES);
  }

  /** Whether a text is a whole number, of any length: its digits are written, not its value. */
  private boolean isWhole(String text) {
    int from = text.startsWith("-") ? 1 : 0;
    boolean isWhole = from < text.length();
    for (int i = from; isWhole && i < text.length(); i++) {
      isWhole = text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    fault = isWhole ? fault : KeyFault.NO_NUMBER;
    return isWhole;
  }

  private OptionalLong parsed(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      fault = KeyFault.NO_NUMBER; // the caller counts and names such values
      return OptionalLong.empty();
    }
  }

  private void time(Value value, String text) {
    OptionalLong millis = plan.type(value.field()).millis(text);
    if (millis.isEmpty()) {
      fault = KeyFault.NO_TIME;
    } else if (value.written().equals(FieldType.MILLIS)) {
      long read = millis.getAsLong();
      add(value.isDescending() ? Long.MAX_VALUE - read : read, Long.BYTES);
    } else if (value.written().equals(FieldType.SECONDS)) {
      long seconds = Math.floorDiv(millis.getAsLong(), 1000L);
      if (seconds != (int) seconds) {
        fault = KeyFault.OUT_OF_RANGE;
        return;
      }
      add(value.isDescending() ? Integer.MAX_VALUE - seconds : seconds, Integer.BYTES);
    } else {
      int from = length;
      String written = value.format().format(Instant.ofEpochMilli(millis.getAsLong()));
      add(written.getBytes(StandardCharsets.UTF_8));
      complement(value, from);
    }
  }

  private void add(long number, int width) {
    for (int shift = (width - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      add((byte) (number >> shift));
    }
  }

  private void add(byte[] more) {
    reserve(more.length);
    System.arraycopy(more, 0, bytes, length, more.length);
    length += more.length;
  }

  private void add(int one) {
    reserve(1);
    bytes[length++] = (byte) one;
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }
}
