package io.rowandb.gateway;

import io.rowandb.client.filter.FilterClient;
import io.rowandb.engine.scan.RowRoom;
import java.io.IOException;

/**
 * The memory of rows while they are read; afterwards {@link AnswerSizes} counts them. Used by the
 * reading thread.
 */
final class RowReading implements RowRoom.Account {
  /** A row is there as the store has it, and as HBase's objects. */
  private static final int COPIES = 2;

  private final RequestAccount account;
  private long taken;

  private RowReading(RequestAccount account) {
    this.account = account;
  }

  /**
   * Reads with room from an account, which gets it back afterwards. A filter works no longer than
   * its client waits.
   */
  static <T, E extends Throwable> T within(RequestAccount account, RowRoom.Read<T, E> read)
      throws E {
    RowReading reading = new RowReading(account);
    try {
      return RowRoom.asking(reading, () -> FilterClient.reading(account::hasLeft, read));
    } finally {
      account.giveBack(reading.taken);
    }
  }

  @Override
  public void take(long bytes) throws IOException {
    try {
      account.take(COPIES * bytes);
    } catch (RefusedRequestException e) {
      throw new IOException("The row is not read: " + e.getMessage(), e);
    }
    taken += COPIES * bytes;
  }
}
