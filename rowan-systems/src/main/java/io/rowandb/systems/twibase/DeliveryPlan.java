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
   * Posts that are copied at most when a pair that was read gets a stream by {@link #perPair}: an
   * author with a long past who has become quiet is read on, and costs little.
   */
  int MOST_COPIED = 100;

  /**
   * Decides for each pair what costs less, by the habits that were counted; see {@link #perPair}.
   */
  DeliveryPlan PER_PAIR =
      perPair(Habits::posts, reader -> reader.looks() + ASSUMED_LOOKS, COST_OF_LOOK);

  /**
   * Decides for a pair when it begins.
   *
   * @return {@link Delivery#PUSH} or {@link Delivery#PULL}
   */
  Delivery of(Habits author, Habits reader);

  /**
   * Decides again for a pair that is there; as {@link #of} unless a plan says otherwise.
   *
   * @param now how its posts come
   * @return {@link Delivery#PUSH} or {@link Delivery#PULL}
   */
  default Delivery again(Habits author, Habits reader, Delivery now) {
    return of(author, reader);
  }

  /**
   * Posts since the follow, deleted ones too, with which a pair that was read still gets a stream
   * when the plan is asked again; with more it stays as it is.
   */
  default long mostCopied() {
    return Long.MAX_VALUE;
  }

  /**
   * Decides for each pair what costs less: the author's posts, each written for this reader, or the
   * reader's looks, each a read of this author's posts. It is right for every pair alone, whatever
   * the numbers of followers (Silberstein and others, Feeding Frenzy, SIGMOD 2010). A pair that is
   * read gets a stream only if that costs half as much or less, so that none goes to and fro, and
   * only if no more than {@link #MOST_COPIED} posts are to be copied.
   *
   * @param posts how many an author makes in some time
   * @param looks how often a reader looks at the timeline in the same time
   * @param costOfLook what a read of an author's newest posts costs, in writes of a stream row
   */
  static DeliveryPlan perPair(
      ToDoubleFunction<Habits> posts, ToDoubleFunction<Habits> looks, double costOfLook) {
    return new PerPair(posts, looks, costOfLook);
  }
}
