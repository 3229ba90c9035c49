package io.rowandb.tsdb.aggregate;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * What is made of the series of a group: each downsampled, then its rates, then all aggregated; as
 * OpenTSDB does it, number for number. Immutable.
 *
 * @param aggregator of the series
 * @param downsampling of each, if any
 * @param rate of each, if any
 */
public record GroupQuery(
    Aggregator aggregator, Optional<Downsampling> downsampling, Optional<Rate> rate) {
  /** Numbers that filling makes: some 70 MB. */
  static final long MOST_FILLED = 1 << 22;

  /** Refuses null. */
  public GroupQuery {
    Objects.requireNonNull(aggregator, "aggregator");
    Objects.requireNonNull(downsampling, "downsampling");
    Objects.requireNonNull(rate, "rate");
  }

  /** Aggregates and does nothing else. */
  public static GroupQuery of(Aggregator aggregator) {
    return new GroupQuery(aggregator, Optional.empty(), Optional.empty());
  }

  /** The same with downsampling. */
  public GroupQuery with(Downsampling each) {
    return new GroupQuery(aggregator, Optional.of(each), rate);
  }

  /** The same with rates. */
  public GroupQuery with(Rate each) {
    return new GroupQuery(aggregator, downsampling, Optional.of(each));
  }

  /**
   * The answer.
   *
   * @param group numbers from a time before the range to one behind it, as far as interpolation is
   *     to see; in the order in which they are folded
   * @param fromMillis where reading began
   * @param toMillis where reading ended, included
   * @param asked the times of the answer
   * @param work told of steps as they are done, so that it can end them by an exception
   * @throws IllegalArgumentException when empty intervals would be filled with more than 4,194,304
   *     numbers, when the range that was read lacks a part of that asked for, or when a group of
   *     the aggregator none has more than one series
   */
  public Samples answer(
      List<Samples> group, long fromMillis, long toMillis, Range asked, LongConsumer work) {
    Range read = new Range(fromMillis, toMillis);
    if (asked.fromMillis() < fromMillis || asked.toMillis() > toMillis) {
      throw new IllegalArgumentException(read + " was read, " + asked + " is asked for");
    }
    checkFilling(group.size(), read);
    List<Samples> made = new ArrayList<>(group.size());
    for (Samples each : group) {
      Samples sampled =
          downsampling.isPresent()
              ? downsampling.get().of(each, fromMillis, toMillis, asked)
              : each.part(each.position(fromMillis), each.size());
      made.add(rate.isPresent() ? rate.get().of(sampled) : sampled);
    }
    Samples all = Aggregation.of(made, aggregator, read, rate.isPresent(), work);
    return within(all, asked);
  }

  /**
   * Refuses to fill too much.
   *
   * @param series of all groups together
   * @param read from when until when numbers are read
   * @throws IllegalArgumentException when more than 4,194,304 numbers would be made
   */
  public void checkFilling(int series, Range read) {
    if (downsampling.isPresent() && downsampling.get().fill() != FillPolicy.NONE) {
      long most = downsampling.get().most(read.fromMillis(), read.toMillis());
      if (series > 0 && most > MOST_FILLED / series) {
        throw new IllegalArgumentException(
            downsampling.get()
                + " fills "
                + most
                + " intervals in each of "
                + series
                + " series; all together may be "
                + MOST_FILLED);
      }
    }
  }

  private static Samples within(Samples all, Range asked) {
    return all.part(all.position(asked.fromMillis()), all.position(asked.toMillis() + 1));
  }
}
