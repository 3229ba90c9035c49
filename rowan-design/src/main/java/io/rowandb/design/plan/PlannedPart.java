package io.rowandb.design.plan;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** One part of a row key. */
public sealed interface PlannedPart {
  /** The fields that it is made of; none for a literal. */
  List<String> fields();

  /** Bytes that each value has, or 0 when they differ. */
  int width();

  /** What it is, for people and as in a design file: {@code hash of phone, 2 bytes}. */
  String describe();

  /** The same text in every key: a separator, or the kind of a row. */
  record Literal(String text) implements PlannedPart {
    @Override
    public List<String> fields() {
      return List.of();
    }

    @Override
    public int width() {
      return text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
    }

    @Override
    public String describe() {
      return "\"" + text + "\"";
    }
  }

  /**
   * One byte, the number of a bucket.
   *
   * @param buckets 2 to 256
   * @param fields those whose hash chooses the bucket; none: in turn, so that no reader knows it
   */
  record Salt(int buckets, List<String> fields) implements PlannedPart {
    /** Copies the list. */
    public Salt {
      fields = List.copyOf(fields);
    }

    @Override
    public int width() {
      return 1;
    }

    @Override
    public String describe() {
      return "salt of " + buckets + " buckets" + (fields.isEmpty() ? "" : " by " + names(fields));
    }
  }

  /** A function from bytes to bytes that look drawn at random. */
  enum Function {
    /** MD5, 16 bytes. */
    MD5(16),
    /** Murmur3, 4 bytes. */
    MURMUR3(4);

    private final int bytes;

    Function(int bytes) {
      this.bytes = bytes;
    }

    /** Bytes that it makes. */
    public int bytes() {
      return bytes;
    }
  }

  /**
   * The first bytes of a hash.
   *
   * @param bytes how many of it, 1 to what the function makes
   * @param isHex whether they are written as two hexadecimal digits each
   */
  record Hash(Function function, int bytes, boolean isHex, List<String> fields)
      implements PlannedPart {
    /** Copies the list. */
    public Hash {
      fields = List.copyOf(fields);
    }

    @Override
    public int width() {
      return isHex ? 2 * bytes : bytes;
    }

    @Override
    public String describe() {
      return "hash of " + names(fields) + ", " + bytes + " bytes" + (isHex ? " as hex" : "");
    }
  }

  /** How a value is written. */
  enum Form {
    /** As it is, UTF-8. */
    TEXT,
    /** A number as its digits, as many as it has. */
    NUMBER,
    /** A number with zeros before it, all of one length. */
    DIGITS,
    /** 4 bytes, as {@code Bytes.toBytes} writes an int. */
    INT,
    /** 8 bytes, as {@code Bytes.toBytes} writes a long. */
    LONG,
    /** A time, as digits or letters by a pattern, or as milliseconds or seconds. */
    TIME
  }

  /**
   * A field's value.
   *
   * @param length of text and digits: the bytes that each value has; 0 for as many as it needs
   * @param isReversed whether the last byte comes first
   * @param isDescending whether the greatest value comes first
   * @param written of a time: {@code millis} (8 bytes), {@code seconds} (4 bytes) or a pattern
   * @param format of such a pattern; null for others
   */
  record Value(
      String field,
      Form form,
      int length,
      boolean isReversed,
      boolean isDescending,
      String written,
      DateTimeFormatter format)
      implements PlannedPart {
    /** A Thursday in May, all other units of one digit. */
    private static final Instant SHORT = Instant.parse("2013-05-09T09:09:09.009Z");

    /** Wednesdays in September and December. */
    private static final List<Instant> LONG_NAMES =
        List.of(
            Instant.parse("2013-09-25T11:11:11.111Z"), Instant.parse("2013-12-25T22:22:22.222Z"));

    @Override
    public List<String> fields() {
      return List.of(field);
    }

    @Override
    public int width() {
      return switch (form) {
        case TEXT, DIGITS -> length;
        case NUMBER -> 0;
        case INT -> Integer.BYTES;
        case LONG -> Long.BYTES;
        case TIME ->
            written.equals(FieldType.MILLIS)
                ? Long.BYTES
                : written.equals(FieldType.SECONDS) ? Integer.BYTES : patternWidth();
      };
    }

    /** Bytes of any time by the pattern; 0 when a short one has fewer than a long one. */
    private int patternWidth() {
      int width = format.format(SHORT).getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
      return LONG_NAMES.stream()
              .map(format::format)
              .map(each -> each.getBytes(java.nio.charset.StandardCharsets.UTF_8).length)
              .allMatch(each -> each == width)
          ? width
          : 0;
    }

    @Override
    public String describe() {
      return form.name().toLowerCase(java.util.Locale.ROOT)
          + " "
          + field
          + (form == Form.TIME ? " as " + written : "")
          + (length > 0 ? " of " + length : "")
          + (isReversed ? " reversed" : "")
          + (isDescending ? " descending" : "");
    }
  }

  /** Writes the values of one field. */
  @FunctionalInterface
  interface Coder {
    /**
     * The bytes of a value.
     *
     * @throws IllegalArgumentException when it has none, saying why
     */
    byte[] write(String value);
  }

  /**
   * A field's value in a form that a design in Java has. The form shows where a value ends.
   *
   * @param form what it is, for people: {@code signed, 8 bytes}
   * @param width bytes of each value; 0 when they differ
   * @param order how bytes are sorted
   * @param keepsValues whether different values have different bytes
   */
  record Coded(
      String field, String form, int width, CodedOrder order, boolean keepsValues, Coder coder)
      implements PlannedPart {
    @Override
    public List<String> fields() {
      return List.of(field);
    }

    @Override
    public String describe() {
      return field + ", " + form;
    }
  }

  /** How the bytes of a {@link Coded} part are sorted. */
  enum CodedOrder {
    /** As the values. */
    ASCENDING,
    /** The greatest value first. */
    DESCENDING,
    /** Otherwise. */
    OTHER
  }

  private static String names(List<String> fields) {
    return String.join(", ", fields);
  }
}
