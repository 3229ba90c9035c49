package io.rowandb.systems.twibase;

import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
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
   * @param events closed by the caller
   * @return how many
   */
  public long run(Stream<TwiEvent> events) throws IOException {
    long count = 0;
    for (Iterator<TwiEvent> each = events.iterator(); each.hasNext(); ) {
      apply(each.next());
      count++;
    }
    return count;
  }

  private void apply(TwiEvent event) throws IOException {
    if (event instanceof TwiEvent.Joined joined) {
      base.signUp(joined.name(), joined.nickname(), joined.email(), joined.time());
      known.add(joined.name());
    } else if (event instanceof TwiEvent.Followed followed) {
      know(followed.follower(), followed.time());
      know(followed.followed(), followed.time());
      follow(followed);
    } else if (event instanceof TwiEvent.Posted posted) {
      know(posted.author(), posted.time());
      base.post(posted.author(), posted.text(), posted.time());
    }
  }

  private void follow(TwiEvent.Followed followed) throws IOException {
    try {
      base.follow(followed.follower(), followed.followed(), followed.time());
    } catch (IllegalStateException e) {
      return; // one has blocked the other since the file was written
    }
  }

  private void know(String name, Instant time) throws IOException {
    if (known.add(name)) {
      base.signUp(name, name, "", time); // whoever is there stays as they are
    }
  }
}
