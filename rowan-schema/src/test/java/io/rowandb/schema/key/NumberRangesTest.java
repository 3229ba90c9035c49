package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.field.RecordShape;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** Ranges of numbers whose ends no row has: below the least that a part holds, or too great. */
class NumberRangesTest {
  record Numbered(Long number) {}

  record Counted(Integer count) {}

  @Provide
  Arbitrary<KeyPart<Long>> parts() {
    return Arbitraries.of(
        Parts.unsigned(1),
        Parts.descending(Parts.unsigned(1)),
        Parts.signed(1),
        Parts.descending(Parts.signed(1)),
        Parts.maxMinusLong(),
        Parts.descending(Parts.maxMinusLong()),
        OrderedBytesParts.numericLong(),
        Parts.digits(2));
  }

  @Property
  void aRowIsInARangeWhenItsNumberIs(
      @ForAll("parts") KeyPart<Long> part,
      @ForAll @LongRange(min = 0, max = 99) long number,
      @ForAll @LongRange(min = -300, max = 300) long from,
      @ForAll @LongRange(min = -300, max = 300) long to) {
    RowKey<Numbered> key = RowKey.of(Numbered.class).part(Numbered::number, part).build();
    byte[] row = key.encode(new Numbered(number));
    assertThat(isRead(key, row, from, to)).isEqualTo(from <= number && number < to);
    assertThat(isRead(key, row, from, null)).isEqualTo(from <= number);
    assertThat(isRead(key, row, null, to)).isEqualTo(number < to);
  }

  @Property
  void thoseOfAnIntToo(
      @ForAll @LongRange(min = 0, max = 255) long count,
      @ForAll @LongRange(min = -300, max = 300) long from,
      @ForAll @LongRange(min = -300, max = 300) long to) {
    RowKey<Counted> key =
        RowKey.of(Counted.class).part(Counted::count, Parts.unsignedInt(1)).build();
    byte[] row = key.encode(new Counted((int) count));
    assertThat(isRead(key, row, (int) from, (int) to)).isEqualTo(from <= count && count < to);
  }

  private static <R> boolean isRead(RowKey<R> key, byte[] row, Object from, Object to) {
    RecordShape<R> shape = key.shape();
    return key
        .select(Map.of(shape.components().get(0), new Condition.Between(from, to)))
        .ranges()
        .stream()
        .anyMatch(range -> range.keys().contains(row));
  }
}
