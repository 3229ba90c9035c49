package io.rowandb.schema.key;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which parts say so of themselves: {@link KeyPart#describe}, backwards. Parts of several Java
 * types may have one form, as a short and a long in two bytes. A type that a program made of a part
 * ({@link Parts#mapped}) is not known here, and its values are those of that part.
 */
final class PartForms {
  /** A part, and the type of its values. */
  record Typed(Class<?> type, KeyPart<?> part) {}

  /** Declarations nest less deep. */
  private static final int MOST_NESTED = 16;

  private static final int LAST_SEPARATOR = 0x7F;
  private static final int MOST_DIGITS = 19;
  private static final String CALENDAR = "yyyyMMddHHmmssSSS";
  private static final int[] CALENDAR_LENGTHS = {4, 6, 8, 10, 12, 14, 17};
  private static final Pattern BYTES = Pattern.compile("(\\d{1,5}) bytes?");
  private static final Pattern PADDED = Pattern.compile("text of (\\d{1,5}) bytes? padded .*");
  private static final Pattern HEX = Pattern.compile("(\\d{1,5}) hexadecimal digits as .*");
  private static final Pattern CHARACTER = Pattern.compile("Phoenix CHAR\\((\\d{1,5})\\)");
  private static final Pattern TRUNCATED = Pattern.compile("(.*), truncated to (\\w+)");
  private static final String ORDINAL = " as its ordinal, 1 byte";

  private static final Map<String, List<Typed>> FIXED = fixed();

  private PartForms() {}

  /** Those without a number in their form that may be anything. */
  private static Map<String, List<Typed>> fixed() {
    Map<String, List<Typed>> fixed = new HashMap<>();
    add(fixed, Byte.class, Parts.int8());
    add(fixed, Short.class, Parts.int16());
    add(fixed, Integer.class, Parts.int32());
    for (int bytes = 1; bytes <= Long.BYTES; bytes++) {
      add(fixed, Long.class, Parts.signed(bytes));
      add(fixed, Long.class, Parts.unsigned(bytes));
    }
    for (int bytes = 1; bytes <= Integer.BYTES; bytes++) {
      add(fixed, Integer.class, Parts.unsignedInt(bytes));
    }
    add(fixed, Integer.class, Parts.maxMinusInt());
    add(fixed, Long.class, Parts.maxMinusLong());
    add(fixed, Float.class, Parts.float32());
    add(fixed, Double.class, Parts.float64());
    for (int digits = 1; digits <= MOST_DIGITS; digits++) {
      add(fixed, Long.class, Parts.digits(digits));
    }
    add(fixed, String.class, Parts.text());
    add(fixed, String.class, Parts.textToEnd());
    for (int separator = 0; separator <= LAST_SEPARATOR; separator++) {
      add(fixed, String.class, Parts.separatedText((char) separator));
    }
    add(fixed, Instant.class, Parts.millis());
    add(fixed, Instant.class, Parts.seconds());
    add(fixed, Instant.class, Parts.hours());
    for (int length : CALENDAR_LENGTHS) {
      add(fixed, Instant.class, Parts.calendar(CALENDAR.substring(0, length)));
    }
    add(fixed, LocalDate.class, Parts.day());
    add(fixed, LocalDate.class, Parts.epochDay());
    add(fixed, Boolean.class, Parts.bool());
    add(fixed, UUID.class, Parts.uuid());
    add(fixed, byte[].class, Parts.escapedBytes());
    add(fixed, byte[].class, Parts.bytesToEnd());
    addOthers(fixed);
    return fixed;
  }

  /** Those of keys that other programs wrote. */
  private static void addOthers(Map<String, List<Typed>> fixed) {
    add(fixed, Short.class, HBaseBytesParts.int16());
    add(fixed, Integer.class, HBaseBytesParts.int32());
    add(fixed, Long.class, HBaseBytesParts.int64());
    add(fixed, Float.class, HBaseBytesParts.float32());
    add(fixed, Double.class, HBaseBytesParts.float64());
    add(fixed, Boolean.class, HBaseBytesParts.bool());
    add(fixed, Byte.class, OrderedBytesParts.int8());
    add(fixed, Short.class, OrderedBytesParts.int16());
    add(fixed, Integer.class, OrderedBytesParts.int32());
    add(fixed, Long.class, OrderedBytesParts.int64());
    add(fixed, Float.class, OrderedBytesParts.float32());
    add(fixed, Double.class, OrderedBytesParts.float64());
    add(fixed, BigDecimal.class, OrderedBytesParts.numeric());
    add(fixed, Long.class, OrderedBytesParts.numericLong());
    add(fixed, String.class, OrderedBytesParts.text());
    add(fixed, byte[].class, OrderedBytesParts.blobVar());
    add(fixed, Byte.class, PhoenixParts.unsignedTinyint());
    add(fixed, Short.class, PhoenixParts.unsignedSmallint());
    add(fixed, String.class, PhoenixParts.varchar());
    add(fixed, String.class, PhoenixParts.lastVarchar());
  }

  private static <T> void add(Map<String, List<Typed>> all, Class<T> type, KeyPart<T> part) {
    all.computeIfAbsent(part.describe(), each -> new ArrayList<>()).add(new Typed(type, part));
  }

  /**
   * The parts of a form, the usual type first.
   *
   * @param constants of {@link KeyPart#constants}
   * @return none when the form is not known
   */
  static List<Typed> of(String form, List<String> constants) {
    return of(form, constants, MOST_NESTED);
  }

  private static List<Typed> of(String form, List<String> constants, int nested) {
    List<Typed> fixed = FIXED.get(form);
    if (fixed != null) {
      return fixed;
    }
    if (nested > 0) {
      for (Wrapper each : WRAPPERS) {
        if (form.endsWith(each.suffix)) {
          String inner = form.substring(0, form.length() - each.suffix.length());
          return of(inner, constants, nested - 1).stream().flatMap(each::around).toList();
        }
      }
    }
    if (form.endsWith(ORDINAL) && !constants.isEmpty()) {
      return List.of(new Typed(String.class, ofConstants(form, constants)));
    }
    Matcher truncated = TRUNCATED.matcher(form);
    return truncated.matches() ? truncated(truncated.group(1), truncated.group(2)) : sized(form);
  }

  /** What stands behind the form of a part that another is made of. */
  private record Wrapper(String suffix, Class<?> type, UnaryOperator<KeyPart<Object>> made) {
    @SuppressWarnings("unchecked") // it gives a part of the type that it gets
    Stream<Typed> around(Typed inner) {
      return type.isAssignableFrom(inner.type)
          ? Stream.of(new Typed(inner.type, made.apply((KeyPart<Object>) inner.part)))
          : Stream.empty();
    }
  }

  private static final List<Wrapper> WRAPPERS =
      List.of(
          new Wrapper(", descending", Object.class, Parts::descending),
          new Wrapper(", optional", Object.class, Parts::optional),
          new Wrapper(", domain reversed", String.class, PartForms::domainReversed),
          new Wrapper(", reversed", String.class, PartForms::reversed));

  @SuppressWarnings("unchecked") // its type was looked at
  private static KeyPart<Object> reversed(KeyPart<Object> text) {
    KeyPart<?> reversed = Parts.reversed((KeyPart<String>) (KeyPart<?>) text);
    return (KeyPart<Object>) reversed;
  }

  @SuppressWarnings("unchecked") // its type was looked at
  private static KeyPart<Object> domainReversed(KeyPart<Object> text) {
    KeyPart<?> reversed = Parts.reversedDomain((KeyPart<String>) (KeyPart<?>) text);
    return (KeyPart<Object>) reversed;
  }

  private static List<Typed> truncated(String form, String unit) {
    return FIXED.getOrDefault(form, List.of()).stream()
        .map(Typed::part)
        .filter(InstantPart.class::isInstance)
        .map(InstantPart.class::cast)
        .flatMap(
            part ->
                Arrays.stream(ChronoUnit.values())
                    .filter(each -> each.toString().equals(unit))
                    .map(part::truncatedTo))
        .map(part -> new Typed(Instant.class, part))
        .toList();
  }

  /** Those with a number of bytes that may be large. */
  private static List<Typed> sized(String form) {
    List<Typed> sized = new ArrayList<>();
    sized.addAll(sized(form, BYTES, byte[].class, Parts::bytes));
    sized.addAll(sized(form, PADDED, String.class, Parts::fixedText));
    sized.addAll(sized(form, HEX, String.class, digits -> Parts.hex(digits / 2)));
    sized.addAll(sized(form, CHARACTER, String.class, PhoenixParts::character));
    return sized;
  }

  private static List<Typed> sized(
      String form, Pattern pattern, Class<?> type, IntFunction<KeyPart<?>> made) {
    Matcher matcher = pattern.matcher(form);
    if (!matcher.matches()) {
      return List.of();
    }
    KeyPart<?> part = made.apply(Integer.parseInt(matcher.group(1)));
    return part.describe().equals(form) ? List.of(new Typed(type, part)) : List.of();
  }

  /** The names of an enum's constants, written as their numbers. */
  private static KeyPart<String> ofConstants(String form, List<String> constants) {
    return new MappedPart<Long, String>(
            form,
            Parts.unsigned(1),
            written -> {
              if (written >= constants.size()) {
                throw new IllegalArgumentException(
                    "there are " + constants.size() + " constants, and no ordinal " + written);
              }
              return constants.get(written.intValue());
            },
            value -> {
              if (!constants.contains(value)) {
                throw new IllegalArgumentException(value + " is none of " + constants);
              }
              return (long) constants.indexOf(value);
            },
            Comparator.comparingInt(constants::indexOf))
        .ofConstants(constants);
  }
}
