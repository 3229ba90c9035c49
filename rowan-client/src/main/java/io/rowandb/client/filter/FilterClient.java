package io.rowandb.client.filter;

import io.rowandb.engine.scan.RowRoom;
import java.util.function.BooleanSupplier;

/**
 * The client for which a thread reads. Code that reads for a remote client registers here a check
 * whether that client has disconnected; when it has, the filters of the thread's reads stop. Safe
 * for use by many threads; each has its own client.
 */
public final class FilterClient {
  private static final ThreadLocal<BooleanSupplier> OF_THREAD = new ThreadLocal<>();

  private FilterClient() {}

  /**
   * Reads for a client.
   *
   * @param hasLeft asked now and then while a filter works
   */
  public static <T, E extends Throwable> T reading(BooleanSupplier hasLeft, RowRoom.Read<T, E> read)
      throws E {
    BooleanSupplier before = OF_THREAD.get();
    OF_THREAD.set(hasLeft);
    try {
      return read.run();
    } finally {
      OF_THREAD.set(before);
    }
  }

  /** Whether the client for which this thread reads has left. */
  static boolean hasLeft() {
    BooleanSupplier hasLeft = OF_THREAD.get();
    return hasLeft != null && hasLeft.getAsBoolean();
  }
}
