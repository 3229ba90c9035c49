package io.rowandb.systems.twibase;

import java.util.function.ToDoubleFunction;

/** Decides for each pair what costs less; see {@link DeliveryPlan#perPair}. Immutable. */
record PerPair(ToDoubleFunction<Habits> posts, ToDoubleFunction<Habits> looks, double costOfLook)
    implements DeliveryPlan {
  /** How many times cheaper a stream must be for a pair that is read. */
  private static final double MARGIN = 2;

  PerPair {
    if (!(costOfLook > 0)) {
      throw new IllegalArgumentException("cost of a look " + costOfLook + " is not above 0");
    }
  }

  @Override
  public Delivery of(Habits author, Habits reader) {
    return isCheaper(author, reader, 1) ? Delivery.PUSH : Delivery.PULL;
  }

  @Override
  public Delivery again(Habits author, Habits reader, Delivery now) {
    return isCheaper(author, reader, now == Delivery.PULL ? MARGIN : 1)
        ? Delivery.PUSH
        : Delivery.PULL;
  }

  /** Whether a stream costs so many times less. */
  private boolean isCheaper(Habits author, Habits reader, double times) {
    return posts.applyAsDouble(author) * times <= looks.applyAsDouble(reader) * costOfLook;
  }

  @Override
  public long mostCopied() {
    return MOST_COPIED;
  }
}
