package io.rowandb.engine.cache;

import java.util.function.Consumer;

/**
 * Chooses which blocks of one shard are evicted when room is needed. Every entry of the shard is in
 * one of its queues. All methods but {@link #hit} are called under the shard's exclusive lock.
 */
interface EvictionPolicy {
  /**
   * Notes that readers found an entry. Called by many threads at once and without the lock, so it
   * may write only what a lost update does no harm to. Allocates nothing.
   */
  void hit(CacheEntry entry);

  /**
   * Chooses entries to go and forgets them, so that a new one fits.
   *
   * @param used bytes of all entries
   * @param wanted bytes of the one that comes; at most the bound of the shard
   * @param gone is told each; at the end, what is left and {@code wanted} keep within the bound
   */
  void makeRoom(long used, long wanted, Consumer<CacheEntry> gone);

  /** The bytes of all entries up to which none has to go. Never changes. */
  long bytesWithoutLoss();

  /** Takes in a new entry. */
  void add(CacheEntry entry);

  /** Forgets an entry that goes for another reason: its file is closed. */
  void remove(CacheEntry entry);
}
