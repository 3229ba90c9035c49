package io.rowandb.schema.pattern.chain;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Data that follows the rows of a table according to their marks: views. Its updates may be
 * repeated or late without harm.
 *
 * @param <R> the record
 */
public interface Followers<R> {
  /** Their names; none when a write has nothing to tell. */
  Set<String> names();

  /** Whether they are told of details in rows of their own too. */
  boolean seesDetails();

  /**
   * What must go, by the name of each, when a row gets another record.
   *
   * @param record the new one; null when the row goes
   * @throws IllegalArgumentException when the record gives something that cannot be written
   */
  Map<String, List<byte[]>> doomed(MarkedRow<R> former, R record);

  /** Ends if this program may write what follows: asked before a write begins. */
  CompletableFuture<Void> mayWrite();

  /** Does what writes need. */
  CompletableFuture<Void> follow(List<ChainWrite<R>> writes);

  /**
   * Whether a write succeeds although what follows its row could not be written: its mark tells
   * what is left to be done.
   *
   * @param failure why
   */
  boolean tolerates(Throwable failure);

  /** None. */
  static <R> Followers<R> none() {
    return new NoFollowers<>();
  }

  /** Keeps nothing. */
  record NoFollowers<R>() implements Followers<R> {
    @Override
    public Set<String> names() {
      return Set.of();
    }

    @Override
    public boolean seesDetails() {
      return false;
    }

    @Override
    public Map<String, List<byte[]>> doomed(MarkedRow<R> former, R record) {
      return Map.of();
    }

    @Override
    public CompletableFuture<Void> mayWrite() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> follow(List<ChainWrite<R>> writes) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public boolean tolerates(Throwable failure) {
      return false;
    }
  }
}
