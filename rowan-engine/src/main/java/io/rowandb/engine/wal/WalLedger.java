package io.rowandb.engine.wal;

import java.io.IOException;
import java.util.function.Supplier;

/** Where the minimum extent of the log is noted, outside of the log. */
@FunctionalInterface
public interface WalLedger {
  /** Notes nothing: for a log alone. */
  WalLedger NONE = log -> {};

  /**
   * Notes what the log has. When this returns, it is on disk; when it throws, it may be.
   *
   * @param log says it, without a lock; of two answers the later one has no segment less at its
   *     end, and none more at its beginning. It may be asked again later
   */
  void note(Supplier<WalExtent> log) throws IOException;

  /**
   * Refuses when the log has another owner now. Called when an entry was written, before that is
   * acknowledged.
   */
  default void requireOwner() throws IOException {}

  /** The same, asking the disk too. Called with each {@link Wal#forceIfDirty}. */
  default void requireRecord() throws IOException {}
}
