package io.rowandb.schema.pattern.notes;

import io.rowandb.schema.table.DesignStates;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What reads of an open table must not rely on, and why: indexes that are incomplete, or all of a
 * view. Used by any number of threads.
 */
public final class ReadStates {
  /** Asks the servers, or gives what is known. */
  @FunctionalInterface
  public interface Source {
    DesignStates states(DesignStates known) throws IOException;
  }

  // Fixed at construction.
  private final Source source;
  private final long leaseNanos;

  private volatile DesignStates states;

  /** When they were asked for last. */
  private volatile Since since;

  /**
   * The states when the table was opened, and the source of later ones.
   *
   * @param since when they were so
   * @param lease how long they are relied on
   */
  ReadStates(DesignStates states, Since since, Source source, Duration lease) {
    this.states = states;
    this.since = since;
    this.source = source;
    leaseNanos = lease.toNanos();
  }

  /** Without a source: the owner queries the states and passes them to {@link #set}. */
  public static ReadStates told() {
    return new ReadStates(DesignStates.COMPLETE, Since.now(), known -> known, Duration.ofDays(1));
  }

  /** Sets the states that the owner got. */
  public void set(DesignStates newStates) {
    states = newStates;
  }

  /**
   * The indexes that are not complete, and what each is, a lease ago at the most: an index may have
   * been given up meanwhile. While nobody can tell, because no master answers, they are as they
   * were.
   */
  public Map<String, String> unbuilt() {
    return states().unbuilt();
  }

  private DesignStates states() {
    if (!since.isYounger(leaseNanos)) {
      ask();
    }
    return states;
  }

  /** The same, asked for now if any was incomplete: it may have been built meanwhile. */
  public Map<String, String> unbuiltNow() {
    return statesNow().unbuilt();
  }

  private DesignStates statesNow() {
    if (!states.isComplete()) {
      ask();
    }
    return states;
  }

  /**
   * Why no read is answered; asked for now if there was a reason, and a lease ago of a view. Of a
   * table that was there and was none, it is what the last look of a query told.
   */
  public Optional<String> unserved() {
    if (!states.mayBeView()) {
      return Optional.empty();
    }
    return states().unserved().isEmpty() ? Optional.empty() : statesNow().unserved();
  }

  /** Whether all reads are served through all indexes, as far as is known. */
  boolean areComplete() {
    return states.isComplete();
  }

  private void ask() {
    Since now = Since.now();
    try {
      set(source.states(states));
      since = now;
    } catch (IOException e) {
      since = Since.now(); // reads need no master, and go on by what is known
    }
  }
}
