package io.rowandb.systems.twibase;

import java.util.function.ToDoubleFunction;

/** Decides how an author's posts come to a follower. Called by many threads at once. */
@FunctionalInterface
public interface DeliveryPlan {
  /** All posts are written into all streams: fan-out on write. */
  DeliveryPlan PUSH = (author, reader) -> Delivery.PUSH;

  /** All timelines are read from the posts of all who are followed: fan-in on read. */
  DeliveryPlan PULL = (author, reader) -> Delivery.PULL;

  /** What a read of an author's newest posts is taken to cost, in writes of a stream row. */
  int COST_OF_LOOK = 2;

  /**
   * How often a reader is taken to look besides the looks that were counted: so the posts of those
   * who post little come to everybody as a row, and a new reader begins with streams.
   */
  int ASSUMED_LOOKS = 8;

  /**
   * Decides for each pair what costs less, by the habits that were counted; see {@link #perPair}.
   */
  DeliveryPlan PER_PAIR =
      perPair(Habits::posts, reader -> reader.looks() + ASSUMED_LOOKS, COST_OF_LOOK);

  /**
   * Decides for a pair, when it begins or the plan is asked again.
   *
   * @return {@link Delivery#PUSH} or {@link Delivery#PULL}
   */
  Delivery of(Habits author, Habits reader);

  /**
   * Decides for each pair what costs less: the author's posts, each written for this reader, or the
   * reader's looks, each a read of this author's posts. It is right for every pair alone, whatever
   * the numbers of followers (Silberstein and others, Feeding Frenzy, SIGMOD 2010).
   *
   * @param posts how many an author makes in some time
   * @param looks how often a reader looks at the timeline in the same time
   * @param costOfLook what a read of an author's newest posts costs, in writes of a stream row
   */
  static DeliveryPlan perPair(
      ToDoubleFunction<Habits> posts, ToDoubleFunction<Habits> looks, double costOfLook) {
    if (!(costOfLook > 0)) {
      throw new IllegalArgumentException("cost of a look " + costOfLook + " is not above 0");
    }
    return (author, reader) ->
        posts.applyAsDouble(author) <= looks.applyAsDouble(reader) * costOfLook
            ? Delivery.PUSH
            : Delivery.PULL;
  }
}
