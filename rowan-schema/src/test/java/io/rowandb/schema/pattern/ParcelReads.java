package io.rowandb.schema.pattern;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Parcels and reads of them, from few values, so that they meet. */
final class ParcelReads {
  private static final int MAX_PARCELS = 30;

  private static final Arbitrary<String> TEXTS = Arbitraries.of("", "a", "ab", "b", "ba");

  private static final Arbitrary<Instant> TIMES =
      Arbitraries.of(0L, 1_000L, 3_599_000L, 3_600_000L, 3_601_000L, 1_700_000_000_000L)
          .map(Instant::ofEpochMilli);

  private static final Arbitrary<Integer> NUMBERS = Arbitraries.integers().between(-2, 2);

  private static final Clause NONE = new Clause("", query -> query, parcel -> true);

  private ParcelReads() {}

  /** A condition, and what a reader of it expects. */
  record Clause(String text, UnaryOperator<RecordQuery<Parcel>> ask, Predicate<Parcel> holds) {
    @Override
    public String toString() {
      return text;
    }
  }

  /** A read that was made up. */
  record Read(List<Clause> clauses, int limit, int pageSize) {
    RecordQuery<Parcel> of(RecordQuery<Parcel> all) {
      RecordQuery<Parcel> query = all;
      for (Clause clause : clauses) {
        query = clause.ask().apply(query);
      }
      return query;
    }

    boolean holds(Parcel parcel) {
      return clauses.stream().allMatch(clause -> clause.holds().test(parcel));
    }
  }

  private static <T> Arbitrary<Optional<T>> optional(Arbitrary<T> values) {
    return values.injectNull(0.3).map(Optional::ofNullable);
  }

  /** Each of another number. */
  static Arbitrary<List<Parcel>> parcels() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 2 * MAX_PARCELS),
            optional(TEXTS),
            optional(TEXTS),
            optional(TIMES),
            optional(NUMBERS),
            TEXTS)
        .as(
            (id, sender, receiver, sent, grams, city) ->
                new Parcel(
                    id,
                    sender,
                    receiver,
                    sent,
                    grams.map(OptionalInt::of).orElse(OptionalInt.empty()),
                    city))
        .list()
        .uniqueElements(Parcel::id)
        .ofMaxSize(MAX_PARCELS);
  }

  static Arbitrary<Read> reads() {
    Arbitrary<Clause> ofSender =
        Arbitraries.oneOf(
            equal(
                "sender", optional(TEXTS), (q, v) -> q.where(Parcel::sender).is(v), Parcel::sender),
            ranges(
                "sender",
                TEXTS,
                Parcel::sender,
                (q, from, to) ->
                    from == null
                        ? q.optionalBefore(Parcel::sender, to)
                        : to == null
                            ? q.optionalFrom(Parcel::sender, from)
                            : q.optionalBetween(Parcel::sender, from, to)),
            beginning(
                "sender", Parcel::sender, (q, v) -> q.optionalStartingWith(Parcel::sender, v)));
    Arbitrary<Clause> ofReceiver =
        Arbitraries.oneOf(
            equal(
                "receiver",
                optional(TEXTS),
                (q, v) -> q.where(Parcel::receiver).is(v),
                Parcel::receiver),
            ranges(
                "receiver",
                TEXTS,
                Parcel::receiver,
                (q, from, to) ->
                    from == null
                        ? q.optionalBefore(Parcel::receiver, to)
                        : to == null
                            ? q.optionalFrom(Parcel::receiver, from)
                            : q.optionalBetween(Parcel::receiver, from, to)),
            beginning(
                "receiver",
                Parcel::receiver,
                (q, v) -> q.optionalStartingWith(Parcel::receiver, v)));
    Arbitrary<Clause> ofSent =
        Arbitraries.oneOf(
            equal("sent", optional(TIMES), (q, v) -> q.where(Parcel::sent).is(v), Parcel::sent),
            ranges(
                "sent",
                TIMES,
                Parcel::sent,
                (q, from, to) ->
                    from == null
                        ? q.optionalBefore(Parcel::sent, to)
                        : to == null
                            ? q.optionalFrom(Parcel::sent, from)
                            : q.optionalBetween(Parcel::sent, from, to)));
    Arbitrary<Clause> ofGrams =
        ranges(
            "grams",
            NUMBERS,
            parcel ->
                parcel.grams().isPresent()
                    ? Optional.of(parcel.grams().getAsInt())
                    : Optional.empty(),
            (q, from, to) ->
                from == null
                    ? q.optionalBefore(Parcel::grams, to)
                    : to == null
                        ? q.optionalFrom(Parcel::grams, from)
                        : q.optionalBetween(Parcel::grams, from, to));
    Arbitrary<Clause> ofAny =
        optional(TEXTS)
            .map(
                value ->
                    new Clause(
                        "any is " + value,
                        q -> q.where(Parcel::sender).or(Parcel::receiver).is(value),
                        parcel ->
                            parcel.sender().equals(value) || parcel.receiver().equals(value)));
    Arbitrary<Clause> filter =
        Arbitraries.just(
            new Clause(
                "even", q -> q.filter(each -> each.id() % 2 == 0), each -> each.id() % 2 == 0));
    return Combinators.combine(
            sometimes(3, ofSender),
            sometimes(3, ofReceiver),
            sometimes(3, ofSent),
            sometimes(2, ofGrams),
            sometimes(6, ofAny),
            sometimes(1, filter),
            Arbitraries.integers().between(1, 9),
            Arbitraries.integers().between(1, 9))
        .as((a, b, c, d, e, f, limit, size) -> new Read(List.of(a, b, c, d, e, f), limit, size));
  }

  /** In so many of ten. */
  private static Arbitrary<Clause> sometimes(int often, Arbitrary<Clause> clauses) {
    return Arbitraries.frequencyOf(
        Tuple.of(often, clauses), Tuple.of(10 - often, Arbitraries.just(NONE)));
  }

  private interface Asking<V> {
    RecordQuery<Parcel> ask(RecordQuery<Parcel> query, V value);
  }

  private interface AskingRange<T> {
    RecordQuery<Parcel> ask(RecordQuery<Parcel> query, T from, T to);
  }

  private static <V> Arbitrary<Clause> equal(
      String name, Arbitrary<V> values, Asking<V> asking, Function<Parcel, V> field) {
    return values.map(
        value ->
            new Clause(
                name + " is " + value,
                query -> asking.ask(query, value),
                parcel -> Objects.equals(field.apply(parcel), value)));
  }

  private static <T extends Comparable<? super T>> Arbitrary<Clause> ranges(
      String name,
      Arbitrary<T> values,
      Function<Parcel, Optional<T>> field,
      AskingRange<T> asking) {
    return Combinators.combine(values, values, Arbitraries.integers().between(0, 2))
        .as(
            (first, second, ends) -> {
              T from = ends == 1 ? null : first;
              T to = ends == 2 ? null : second;
              return new Clause(
                  name + " from " + from + " before " + to,
                  query -> asking.ask(query, from, to),
                  parcel ->
                      field
                          .apply(parcel)
                          .filter(each -> from == null || each.compareTo(from) >= 0)
                          .filter(each -> to == null || each.compareTo(to) < 0)
                          .isPresent());
            });
  }

  private static Arbitrary<Clause> beginning(
      String name, Function<Parcel, Optional<String>> field, Asking<String> asking) {
    return Arbitraries.of("a", "ab", "b", "c")
        .map(
            prefix ->
                new Clause(
                    name + " begins with " + prefix,
                    query -> asking.ask(query, prefix),
                    parcel ->
                        field.apply(parcel).filter(each -> each.startsWith(prefix)).isPresent()));
  }
}
