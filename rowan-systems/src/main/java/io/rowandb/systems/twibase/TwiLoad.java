package io.rowandb.systems.twibase;

import io.rowandb.systems.batch.Batches;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Does what events say, one after the other. Users who were not named before are signed up on the
 * way, under their names. A follow that a block forbids is left out. Used by one thread.
 *
 * <p>Begun again, it follows nobody twice, but posts again.
 */
public final class TwiLoad {
  /**
   * Users of whom it knows that they are there, some 10 MB; who is forgotten is looked up again.
   */
  private static final int MOST_KNOWN = 100_000;

  private static final Batches<TwiEvent> BATCHES =
      new Batches<>(500, Integer.MAX_VALUE, event -> 0); // a post is done before the next

  private static final int INITIAL_CAPACITY = 16;
  private static final float LOAD_FACTOR = 0.75f;

  // Fixed at construction.
  private final TwiBase base;
  private final Set<String> known;

  /** Into these tables. */
  public TwiLoad(TwiBase base) {
    this(base, MOST_KNOWN);
  }

  TwiLoad(TwiBase base, int mostKnown) {
    this.base = base;
    known =
        Collections.newSetFromMap(
            new LinkedHashMap<>(INITIAL_CAPACITY, LOAD_FACTOR, /* accessOrder= */ true) {
              @Override
              protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                return size() > mostKnown;
              }
            });
  }

  /**
   * Does all that happens.
   *
   * @param events are closed
   * @return how many
   */
  public long run(Stream<TwiEvent> events) throws IOException {
    return BATCHES.each(events, this::apply);
  }

  /** Sign-ups and follows that stand next to one another take few calls together. */
  private void apply(List<TwiEvent> events) throws IOException {
    Map<List<String>, TwiEvent.Followed> followed = new LinkedHashMap<>();
    try {
      apply(events, followed);
    } catch (IllegalArgumentException e) {
      followAll(followed); // those before the event that is refused
      throw e;
    }
  }

  private void apply(List<TwiEvent> events, Map<List<String>, TwiEvent.Followed> followed)
      throws IOException {
    List<TwiEvent.Joined> joined = new ArrayList<>();
    for (TwiEvent event : events) {
      if (event instanceof TwiEvent.Joined next) {
        followAll(followed);
        joined.add(next);
        continue;
      }
      signUpAll(joined);
      if (event instanceof TwiEvent.Followed next) {
        know(next.follower(), next.time());
        know(next.followed(), next.time());
        followed.putIfAbsent(List.of(next.follower(), next.followed()), next);
      } else if (event instanceof TwiEvent.Posted posted) {
        followAll(followed);
        know(posted.author(), posted.time());
        base.post(posted.author(), posted.text(), posted.time());
      }
    }
    signUpAll(joined);
    followAll(followed);
  }

  private void signUpAll(List<TwiEvent.Joined> joined) throws IOException {
    try {
      if (!joined.isEmpty()) {
        base.signUpAll(joined);
      }
    } catch (IllegalArgumentException e) {
      for (TwiEvent.Joined each : joined) { // as far as the one that is refused
        base.signUp(each.name(), each.nickname(), each.email(), each.time());
      }
      throw e;
    }
    joined.forEach(each -> known.add(each.name()));
    joined.clear();
  }

  private void followAll(Map<List<String>, TwiEvent.Followed> followed) throws IOException {
    List<TwiEvent.Followed> all = List.copyOf(followed.values());
    followed.clear();
    if (all.size() > 1 && all.stream().allMatch(TwiLoad::isRegular)) {
      base.followAll(all);
      return;
    }
    for (TwiEvent.Followed each : all) {
      follow(each);
    }
  }

  /** Not of one who follows themselves, which is refused behind those before. */
  private static boolean isRegular(TwiEvent.Followed followed) {
    try {
      TwitId.checkTime(followed.time().truncatedTo(ChronoUnit.MILLIS));
    } catch (IllegalArgumentException e) {
      return false;
    }
    return !followed.follower().equals(followed.followed());
  }

  private void follow(TwiEvent.Followed followed) throws IOException {
    try {
      base.follow(followed.follower(), followed.followed(), followed.time());
    } catch (IllegalStateException e) {
      return; // one has blocked the other since the file was written
    }
  }

  private void know(String name, Instant time) throws IOException {
    if (!known.contains(name)) {
      base.signUp(name, name, "", time); // whoever is there stays as they are
    }
    known.add(name);
  }
}
