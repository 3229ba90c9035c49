package io.rowandb.bench.workload;

import io.rowandb.bench.peer.Driver;
import io.rowandb.bench.peer.PeerSession;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * The requests of one thread in a mix of reads and writes. Every returned value is checked. Created
 * and used only by its thread.
 */
abstract class Caller implements TimedLoop.Operation {
  /** Rows set aside for the inserts of one thread of one workload: more than it has time for. */
  static final long INSERTED_ROWS = 1L << 32;

  final SplittableRandom random;
  private final long loadedRows;
  private final PeerSession session;
  private final ValueCheck gotten = ValueCheck.ofGets();
  private final ValueCheck scanned = ValueCheck.ofScans();
  private final byte[] key = new byte[Rows.KEY_BYTES];
  private final long firstInsert;
  private long inserts;

  /**
   * @param firstInsert of the rows that are set aside for it
   */
  Caller(ChildTask task, Driver driver, int thread, long firstInsert) throws IOException {
    this.random = new SplittableRandom(task.seed() * 31 + thread);
    this.loadedRows = task.rows();
    this.session = driver.session();
    this.firstInsert = firstInsert;
  }

  void get(long index) throws IOException {
    Rows.writeKey(index, key);
    gotten.expect(index);
    if (!session.get(key, gotten)) {
      throw new IOException("row " + index + " is missing");
    }
  }

  /** From a row that is there, so at least one is shown. */
  void scan(long index, int rows) throws IOException {
    Rows.writeKey(index, key);
    scanned.scanStarts();
    long shown = session.scan(key, rows, scanned);
    if (shown < 1 || shown > rows) {
      throw new IOException("a scan of " + rows + " rows shows " + shown);
    }
  }

  void put(long index) throws IOException {
    session.put(Rows.key(index), Rows.value(index), false);
  }

  void insert() throws IOException {
    put(firstInsert + inserts);
    inserts++;
  }

  /** The row that came {@code rank} rows before the latest of this thread, or was loaded so. */
  long latest(long rank) {
    return rank < inserts
        ? firstInsert + inserts - 1 - rank
        : loadedRows - 1 - (rank - inserts) % loadedRows;
  }

  @Override
  public void close() throws IOException {
    session.close();
  }
}
