package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.apache.hadoop.hbase.util.Bytes;

/** Keys made up of any parts, hashes, salts and literals: reads look where the rows are. */
class RandomKeysTest {
  record Row(String text, Long number, Instant time, byte[] bytes) {}

  private static final RecordShape<Row> SHAPE = RecordShape.of(Row.class);
  private static final Component TEXT = SHAPE.component("text");
  private static final Component NUMBER = SHAPE.component("number");
  private static final Component TIME = SHAPE.component("time");
  private static final Component BYTES = SHAPE.component("bytes");

  private static final List<KeyPart<String>> TEXTS =
      List.of(
          Parts.text(),
          Parts.descending(Parts.text()),
          Parts.optional(Parts.text()),
          Parts.descending(Parts.optional(Parts.text())),
          Parts.fixedText(4),
          Parts.descending(Parts.fixedText(4)),
          Parts.separatedText('\0'),
          Parts.separatedText('b'),
          Parts.reversed(Parts.text()),
          Parts.reversedDomain(Parts.text()),
          OrderedBytesParts.text(),
          PhoenixParts.varchar());

  private static final List<KeyPart<Long>> NUMBERS =
      List.of(
          Parts.signed(2),
          Parts.descending(Parts.int64()),
          Parts.unsigned(1),
          Parts.descending(Parts.unsigned(1)),
          Parts.digits(3),
          Parts.maxMinusLong(),
          Parts.optional(Parts.signed(1)),
          Parts.optional(Parts.descending(Parts.signed(1))),
          OrderedBytesParts.numericLong(),
          Parts.descending(OrderedBytesParts.int64()),
          HBaseBytesParts.int64());

  private static final List<KeyPart<Instant>> TIMES =
      List.of(
          Parts.millis(),
          Parts.descending(Parts.millis()),
          Parts.seconds().truncated(),
          Parts.descending(Parts.hours().truncated()),
          Parts.hours(),
          Parts.calendar("yyyyMMddHHmmssSSS"),
          Parts.descending(Parts.calendar("yyyyMM").truncated()),
          Parts.optional(Parts.calendar("yyyy").truncated()));

  private static final List<KeyPart<byte[]>> BYTE_PARTS =
      List.of(
          Parts.escapedBytes(),
          Parts.descending(Parts.escapedBytes()),
          Parts.bytes(1),
          Parts.descending(Parts.bytes(1)),
          Parts.optional(Parts.bytes(1)),
          OrderedBytesParts.blobVar());

  private static final List<String> SOME_TEXTS =
      Arrays.asList("", "a", "aa", "b", "a.b", "a\u0000", "\uffff", "\ud83d\ude00", null);
  private static final List<Long> SOME_NUMBERS =
      Arrays.asList(0L, 1L, 127L, 128L, 255L, 256L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, null);
  private static final List<Instant> SOME_TIMES =
      Arrays.asList(
          Instant.EPOCH,
          Instant.EPOCH.minusMillis(1),
          Instant.EPOCH.plusMillis(1),
          Instant.parse("2014-02-28T23:59:59.999Z"),
          Instant.parse("2014-03-01T00:00:00Z"),
          Instant.parse("2014-03-01T00:59:00Z"),
          Instant.parse("2200-01-01T00:00:00Z"),
          null);
  private static final List<byte[]> SOME_BYTES =
      Arrays.asList(
          new byte[0],
          new byte[1],
          new byte[2],
          new byte[] {1},
          new byte[] {-1},
          new byte[] {0, -1},
          new byte[] {-1, -1},
          null);

  /** What a seed makes. */
  private record Made(Random random) {
    <T> T one(List<T> of) {
      return of.get(random.nextInt(of.size()));
    }

    RowKey<Row> key() {
      RowKeyBuilder<Row> key = RowKey.of(SHAPE);
      Map<Component, Boolean> lossless = new HashMap<>();
      List<Component> fields = new ArrayList<>(SHAPE.components());
      Collections.shuffle(fields, random);
      for (Component field : fields.subList(0, 2 + random.nextInt(3))) {
        extra(key, lossless);
        KeyPart<?> part = addPart(key, field);
        lossless.merge(field, part.isLossless(), Boolean::logicalOr);
      }
      lossless.forEach(
          (field, held) -> {
            if (!held) {
              lossy(key, field);
            }
          });
      return key.build();
    }

    private void extra(RowKeyBuilder<Row> key, Map<Component, Boolean> lossless) {
      switch (random.nextInt(9)) {
        case 0 -> key.literal(one(List.of("D-", "\u0000", "I-1_")));
        case 1 -> key.salt(2 + random.nextInt(3));
        case 2 -> {
          key.salt(3, Row::number);
          lossless.putIfAbsent(NUMBER, false);
        }
        case 3 -> {
          key.hash(Digest.murmur3(1), Row::text);
          lossless.putIfAbsent(TEXT, false);
        }
        case 4 -> {
          key.hash(Digest.md5(1).hex(), Row::text, Row::number);
          lossless.putIfAbsent(TEXT, false);
          lossless.putIfAbsent(NUMBER, false);
        }
        default -> {}
      }
    }

    private KeyPart<?> addPart(RowKeyBuilder<Row> key, Component field) {
      if (field.equals(TEXT)) {
        KeyPart<String> part = one(TEXTS);
        key.part(Row::text, part);
        return part;
      }
      if (field.equals(NUMBER)) {
        KeyPart<Long> part = one(NUMBERS);
        key.part(Row::number, part);
        return part;
      }
      if (field.equals(TIME)) {
        KeyPart<Instant> part = one(TIMES);
        key.part(Row::time, part);
        return part;
      }
      KeyPart<byte[]> part = one(BYTE_PARTS);
      key.part(Row::bytes, part);
      return part;
    }

    private static void lossy(RowKeyBuilder<Row> key, Component field) {
      if (field.equals(TEXT)) {
        key.lossy(Row::text);
      } else if (field.equals(NUMBER)) {
        key.lossy(Row::number);
      } else {
        key.lossy(Row::time);
      }
    }

    Row row() {
      return new Row(one(SOME_TEXTS), one(SOME_NUMBERS), one(SOME_TIMES), one(SOME_BYTES));
    }

    Map<Component, Condition> conditions() {
      Map<Component, Condition> conditions = new HashMap<>();
      condition(SOME_TEXTS).ifPresent(each -> conditions.put(TEXT, each));
      condition(SOME_NUMBERS).ifPresent(each -> conditions.put(NUMBER, each));
      condition(SOME_TIMES).ifPresent(each -> conditions.put(TIME, each));
      condition(SOME_BYTES).ifPresent(each -> conditions.put(BYTES, each));
      return conditions;
    }

    private Optional<Condition> condition(List<?> values) {
      Object one = one(values);
      Object other = one(values);
      boolean ends = one != null || other != null;
      return Optional.ofNullable(
          switch (random.nextInt(5)) {
            case 0 -> new Condition.Equal(one);
            case 1 ->
                one == null || other == null ? null : new Condition.OneOf(List.of(one, other));
            case 2, 3 -> ends ? new Condition.Between(one, other) : null;
            default -> null;
          });
    }
  }

  @Tag("slow")
  @Property(tries = 3_000, shrinking = ShrinkingMode.OFF)
  void aReadLooksWhereItsRowsAre(@ForAll long seed) {
    Made made = new Made(new Random(seed));
    RowKey<Row> key = made.key();
    Map<Component, Condition> conditions = made.conditions();
    Optional<KeySelection> selection = select(key, conditions);
    Assume.that(selection.isPresent());
    Map<KeySelection.Selected, List<Row>> read = new HashMap<>();
    for (int i = 0; i < 40; i++) {
      Row row = made.row();
      Optional<byte[]> bytes = encode(key, row);
      if (bytes.isPresent()) {
        check(key + ", " + conditions + ", " + row, selection.get(), conditions, row, bytes.get());
        assertThat(decoded(key, bytes.get(), row)).isTrue();
        selection.get().ranges().stream()
            .filter(range -> range.keys().contains(bytes.get()))
            .forEach(range -> read.computeIfAbsent(range, each -> new ArrayList<>()).add(row));
      }
    }
    read.values().forEach(rows -> checkOrder(key, selection.get(), rows));
  }

  @Property(tries = 1_000, shrinking = ShrinkingMode.OFF)
  void aKeyTellsWhereItEnds(@ForAll long seed) {
    Random random = new Random(seed);
    Made made = new Made(random);
    RowKey<Row> key = made.key();
    Row row = made.row();
    Optional<byte[]> bytes = encode(key, row);
    Assume.that(bytes.isPresent());
    byte[] tail = new byte[random.nextInt(4)];
    random.nextBytes(tail);
    byte[] longer = Bytes.add(bytes.get(), tail);
    if (!key.isSelfDelimiting()) {
      assertThatThrownBy(() -> key.bytesIn(longer)).isInstanceOf(IllegalStateException.class);
      return;
    }
    assertThat(key.bytesIn(longer)).as("%s of %s", key, row).isEqualTo(bytes.get().length);
    Object[] values = new Object[SHAPE.components().size()];
    key.decode(bytes.get(), values);
    key.checkWhole(bytes.get(), values);
    boolean known = key.components().stream().allMatch(field -> values[field.index()] != null);
    if (known && tail.length > 0) {
      assertThatThrownBy(() -> key.checkWhole(longer, values))
          .isInstanceOf(MalformedKeyException.class);
    }
  }

  /** By a field that is whole in the key; null stands where its part says. */
  private static void checkOrder(RowKey<Row> key, KeySelection selection, List<Row> rows) {
    Component field = selection.next();
    if (field == null || selection.direction() == Direction.OTHER || !key.held().contains(field)) {
      return;
    }
    List<Row> sorted =
        rows.stream()
            .filter(row -> SHAPE.get(row, field) != null)
            .sorted((a, b) -> Arrays.compareUnsigned(key.encode(a), key.encode(b)))
            .toList();
    Comparator<Row> byField =
        (a, b) -> NaturalOrder.compare(SHAPE.get(a, field), SHAPE.get(b, field));
    assertThat(sorted)
        .as("%s by %s", key, field.name())
        .isSortedAccordingTo(
            selection.direction() == Direction.ASCENDING ? byField : byField.reversed());
  }

  private static Optional<KeySelection> select(RowKey<Row> key, Map<Component, Condition> asked) {
    try {
      return Optional.of(key.select(asked));
    } catch (MalformedKeyException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // a value has no form there
    }
  }

  private static Optional<byte[]> encode(RowKey<Row> key, Row row) {
    try {
      return Optional.of(key.encode(row));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static void check(
      String what, KeySelection selection, Map<Component, Condition> asked, Row row, byte[] bytes) {
    long ranges = selection.ranges().stream().filter(range -> range.keys().contains(bytes)).count();
    Set<Component> broken =
        asked.entrySet().stream()
            .filter(each -> !each.getValue().holds(SHAPE.get(row, each.getKey())))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    assertThat(ranges).as(what).isLessThanOrEqualTo(1);
    if (broken.isEmpty()) {
      assertThat(ranges).as(what).isEqualTo(1);
    }
    if (ranges == 1) {
      assertThat(Collections.disjoint(broken, selection.served())).as(what).isTrue();
    }
  }

  private static boolean decoded(RowKey<Row> key, byte[] bytes, Row row) {
    Object[] values = new Object[SHAPE.components().size()];
    key.decode(bytes, values);
    return key.held().stream()
        .allMatch(field -> new Condition.Equal(SHAPE.get(row, field)).holds(values[field.index()]));
  }
}
