package io.rowandb.engine.scan;

import java.io.IOException;

/**
 * Limits the memory of a row that is being read. A read collects a whole row before it returns it.
 * Code that reads for remote clients gives each thread an account, which is asked for room; a row
 * that finds no room fails before it is complete. No account is asked about the first {@link
 * #STEP_BYTES} of a row, and threads without an account never ask. Safe for use by many threads;
 * each has its own account.
 */
public final class RowRoom {
  /** So many bytes are asked for at a time. */
  public static final int STEP_BYTES = 64 << 10;

  private static final ThreadLocal<Account> OF_THREAD = new ThreadLocal<>();

  private RowRoom() {}

  /** Gives room, or refuses. */
  public interface Account {
    /**
     * A row under way needs more room.
     *
     * @param bytes of its cells, with about what their objects take
     * @throws IOException when there is none; the read fails with it
     */
    void take(long bytes) throws IOException;
  }

  /** A piece of work that reads. */
  public interface Read<T, E extends Throwable> {
    /** Works, and asks. */
    T run() throws E;
  }

  /** Has {@code account} asked about each row that {@code read} reads in this thread. */
  public static <T, E extends Throwable> T asking(Account account, Read<T, E> read) throws E {
    Account before = OF_THREAD.get();
    OF_THREAD.set(account);
    try {
      return read.run();
    } finally {
      OF_THREAD.set(before);
    }
  }

  /** The account of this thread, or null. */
  static Account ofThread() {
    return OF_THREAD.get();
  }
}
