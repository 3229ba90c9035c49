package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.plan.QuerySettings;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Items and reads of them, from few values, so that they meet. */
final class RandomReads {
  private static final int MAX_ITEMS = 40;

  private static final Arbitrary<String> OWNERS =
      Arbitraries.of("", "a", "ab", "a\u0000", "b", "\uFFFF", "\uD83D\uDE00");

  /** Around the full hour, and far from each other. */
  private static final Arbitrary<Instant> TIMES =
      Arbitraries.of(0L, 1L, 3_599_999L, 3_600_000L, 3_600_001L, 7_200_000L, 1_700_000_000_000L)
          .map(Instant::ofEpochMilli);

  private static final Arbitrary<String> NAMES =
      Arbitraries.of("", "x", "x\u0000", "xy", "\u007F", "\u00FF", "\uD83D\uDE00");

  private static final Arbitrary<Integer> KINDS = Arbitraries.integers().between(-1, 1);

  /** Most fields have none, so that reads find something. */
  private static final Arbitrary<Asked.Kind> KINDS_OF_CONDITIONS =
      Arbitraries.frequency(
          Tuple.of(8, Asked.Kind.NOTHING),
          Tuple.of(1, Asked.Kind.EQUAL),
          Tuple.of(3, Asked.Kind.ONE_OF),
          Tuple.of(1, Asked.Kind.BETWEEN),
          Tuple.of(1, Asked.Kind.FROM),
          Tuple.of(1, Asked.Kind.BEFORE));

  private RandomReads() {}

  static Arbitrary<List<Item>> items() {
    return Combinators.combine(OWNERS, TIMES, NAMES, KINDS)
        .as(Item::new)
        .list()
        .ofMaxSize(MAX_ITEMS);
  }

  static Arbitrary<RandomRead> reads() {
    return Combinators.combine(
            asked(OWNERS),
            asked(TIMES),
            asked(NAMES),
            asked(KINDS),
            Arbitraries.of(QuerySettings.Order.class),
            Arbitraries.integers().between(1, 12),
            Arbitraries.integers().between(1, 9))
        .as(RandomRead::new);
  }

  private static <T extends Comparable<? super T>> Arbitrary<Asked<T>> asked(Arbitrary<T> values) {
    return Combinators.combine(KINDS_OF_CONDITIONS, values.list().ofMinSize(1).ofMaxSize(3))
        .as(Asked::new);
  }
}
