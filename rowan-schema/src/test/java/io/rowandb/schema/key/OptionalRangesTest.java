package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.WithNull;

/** Ranges of values that may be missing: what is missing is in none. */
class OptionalRangesTest {
  record Numbered(String owner, Long number) {}

  private static final RecordShape<Numbered> SHAPE = RecordShape.of(Numbered.class);
  private static final Component OWNER = SHAPE.component("owner");
  private static final Component NUMBER = SHAPE.component("number");

  @Provide
  Arbitrary<KeyPart<Long>> parts() {
    return Arbitraries.of(
        Parts.optional(Parts.signed(1)),
        Parts.optional(Parts.descending(Parts.signed(1))),
        Parts.descending(Parts.optional(Parts.signed(1))),
        Parts.descending(Parts.optional(Parts.descending(Parts.signed(1)))));
  }

  @Tag("slow")
  @Property
  void aRowIsInARangeWhenItsNumberIs(
      @ForAll("parts") KeyPart<Long> part,
      @ForAll @WithNull @LongRange(min = -128, max = 127) Long number,
      @ForAll @LongRange(min = -200, max = 200) long from,
      @ForAll @LongRange(min = -200, max = 200) long to) {
    boolean isThere = number != null;
    assertThat(isRead(part, number, from, to)).isEqualTo(isThere && from <= number && number < to);
    assertThat(isRead(part, number, from, null)).isEqualTo(isThere && from <= number);
    assertThat(isRead(part, number, null, to)).isEqualTo(isThere && number < to);
  }

  private static boolean isRead(KeyPart<Long> part, Long number, Long from, Long to) {
    KeySelection selection =
        key(part)
            .select(
                Map.of(
                    OWNER, new Condition.Equal("\u00ff"), NUMBER, new Condition.Between(from, to)));
    assertThat(selection.served()).contains(NUMBER);
    byte[] row = key(part).encode(new Numbered("\u00ff", number));
    return selection.ranges().stream().anyMatch(range -> range.keys().contains(row));
  }

  private static RowKey<Numbered> key(KeyPart<Long> part) {
    return RowKey.of(Numbered.class).part(Numbered::owner).part(Numbered::number, part).build();
  }

  @Example
  void rowsAreSortedByIt() {
    KeySelection selection =
        key(Parts.descending(Parts.optional(Parts.signed(1))))
            .select(Map.of(OWNER, new Condition.Equal("a")));
    assertThat(selection.next()).isEqualTo(NUMBER);
    assertThat(selection.direction()).isEqualTo(Direction.DESCENDING);
  }
}
