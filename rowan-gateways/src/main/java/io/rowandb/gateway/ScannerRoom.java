package io.rowandb.gateway;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.client.direct.HeldMemory;
import java.io.IOException;
import org.apache.hadoop.hbase.client.ResultScanner;

/** The memory that an open scanner has taken from {@link GatewayMemory}. Safe for many threads. */
final class ScannerRoom {
  /** About what one holds that has not read anything. */
  static final long SCANNER_BYTES = 64 << 10;

  private final GatewayMemory memory;
  private final ResultScanner scanner;
  private final long requestBytes;

  @GuardedBy("this")
  private long taken;

  @GuardedBy("this")
  private boolean closed;

  private ScannerRoom(GatewayMemory memory, ResultScanner scanner, long requestBytes) {
    this.memory = memory;
    this.scanner = scanner;
    this.requestBytes = requestBytes;
  }

  /**
   * Takes room for a scanner.
   *
   * @param requestBytes of the request that opened it: what its filter and its columns may be
   * @throws IOException when there is none; the scanner is closed then
   */
  static ScannerRoom of(GatewayMemory memory, ResultScanner scanner, long requestBytes)
      throws IOException {
    ScannerRoom room = new ScannerRoom(memory, scanner, requestBytes);
    boolean taken = false;
    try {
      room.settle();
      taken = true;
      return room;
    } finally {
      if (!taken) {
        scanner.close();
      }
    }
  }

  /**
   * Takes what the scanner holds by now, or gives back what it holds no more.
   *
   * @throws IOException caused by a RefusedRequestException when there is no room for it
   */
  void settle() throws IOException {
    long held = scanner instanceof HeldMemory memoryOfIt ? memoryOfIt.heldBytes() : 0;
    long needed = SCANNER_BYTES + AnswerSizes.FILTER_COPIES * requestBytes + held;
    long more;
    synchronized (this) {
      more = closed ? 0 : needed - taken;
    }
    // Not with the lock: others may be closed for it.
    if (more > 0) {
      take(more);
    }
    synchronized (this) {
      if (closed) {
        memory.giveBack(Math.max(0, more));
      } else {
        memory.giveBack(Math.max(0, -more));
        taken += more;
      }
    }
  }

  private void take(long bytes) throws IOException {
    try {
      memory.take(bytes);
    } catch (RefusedRequestException e) {
      throw new IOException("An open scanner has no room: " + e.getMessage(), e);
    }
  }

  /** Gives all back. Twice does nothing. */
  synchronized void close() {
    memory.giveBack(taken);
    taken = 0;
    closed = true;
  }
}
