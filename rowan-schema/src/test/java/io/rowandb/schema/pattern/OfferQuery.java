package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Field;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A read that was made up.
 *
 * @param text of its conditions, for messages
 * @param ask adds the conditions
 * @param holds whether an offer meets them
 * @param limit for what is asked with one
 */
record OfferQuery(
    String text, UnaryOperator<RecordQuery<Offer>> ask, Predicate<Offer> holds, int limit) {
  private static final List<String> CITIES = List.of("", "a", "ab", "b", "\uFFFF");
  private static final int SCORES = 6;

  private static final OfferQuery ALL = new OfferQuery("all", query -> query, offer -> true, 1);

  static String city(Random random) {
    return CITIES.get(random.nextInt(CITIES.size()));
  }

  static int score(Random random) {
    return random.nextInt(SCORES) - SCORES / 2;
  }

  /** Few, around the beginning of time. */
  static Instant time(Random random) {
    return Instant.ofEpochMilli(random.nextInt(5) - 2L);
  }

  static String owner(Random random) {
    return random.nextInt(3) == 0 ? null : city(random);
  }

  /** One of about twice as many as there are offers. */
  static String name(Random random) {
    return "n" + random.nextInt(2 * OfferWriters.OFFERS);
  }

  static OfferQuery next(Random random) {
    OfferQuery query = ALL;
    for (int conditions = random.nextInt(3); conditions >= 0; conditions--) {
      query = query.and(condition(random));
    }
    return new OfferQuery(query.text, query.ask, query.holds, 1 + random.nextInt(9));
  }

  private OfferQuery and(OfferQuery other) {
    boolean isNew = !text.contains(other.text.substring(0, other.text.indexOf(' ') + 1));
    return isNew
        ? new OfferQuery(
            text + ", " + other.text,
            query -> other.ask.apply(ask.apply(query)),
            holds.and(other.holds),
            limit)
        : this; // a field has one condition
  }

  private static OfferQuery condition(Random random) {
    return switch (random.nextInt(9)) {
      case 0 -> is("id", Offer::id, random.nextInt(OfferWriters.OFFERS));
      case 1 -> is("name", Offer::name, name(random));
      case 2 -> is("city", Offer::city, city(random));
      case 3 -> is("owner", Offer::owner, owner(random));
      case 4 -> oneOf("city", Offer::city, List.of(city(random), city(random)));
      case 5 -> oneOf("score", Offer::score, List.of(score(random), score(random)));
      case 6 -> between("score", Offer::score, score(random), score(random));
      case 7 -> between("time", Offer::time, time(random), time(random));
      default ->
          condition(
              "city begins with a",
              query -> query.startingWith(Offer::city, "a"),
              offer -> offer.city().startsWith("a"));
    };
  }

  private static OfferQuery condition(
      String text, UnaryOperator<RecordQuery<Offer>> ask, Predicate<Offer> holds) {
    return new OfferQuery(text, ask, holds, 1);
  }

  private static <T> OfferQuery is(String name, Field<Offer, T> field, T value) {
    return condition(
        name + " is " + value,
        query -> query.where(field).is(value),
        offer -> Objects.equals(field.of(offer), value));
  }

  private static <T> OfferQuery oneOf(String name, Field<Offer, T> field, List<T> values) {
    return condition(
        name + " one of " + values,
        query -> query.where(field).in(new ArrayList<>(values)),
        offer -> values.contains(field.of(offer)));
  }

  private static <T extends Comparable<? super T>> OfferQuery between(
      String name, Field<Offer, T> field, T from, T to) {
    return condition(
        name + " from " + from + " before " + to,
        query -> query.between(field, from, to),
        offer -> field.of(offer).compareTo(from) >= 0 && field.of(offer).compareTo(to) < 0);
  }

  @Override
  public String toString() {
    return text + ", limit " + limit;
  }
}
