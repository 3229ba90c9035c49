package io.rowandb.schema.pattern;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.schema.table.IndexDesign;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Remembers the entries that the writes of one connection made, so that the next write of a record
 * removes those that the previous one left: at once and without reading. Why this is correct:
 *
 * <ol>
 *   <li>Each write has its own cell in each entry, identified by its token ({@link
 *       io.rowandb.schema.table.IndexCells}); an entry exists as long as it has one. So a writer
 *       that removes the cell of its own write never removes anything that another is about to rely
 *       on.
 *   <li>A write is remembered if its rows were written and the answer arrived before HBase's client
 *       would repeat a call ({@code hbase.client.pause}). So its row was executed exactly once.
 *   <li>Its cells are removed when a later write of the same row, which began after that answer,
 *       was itself answered. Then the row no longer has what the first wrote, and the cells are not
 *       needed. But HBase hides the later write if its time is earlier, as after a clock was set
 *       back. So the later write counts only if this process's clock, which is the store's if it is
 *       embedded, was never before the end of the first.
 * </ol>
 *
 * <p>Everything else is removed after the grace: entries of failed or slow writes, of forgotten
 * rows, of dead clients, and of writes while a clock was behind. Reads skip every such entry.
 *
 * <p>Used by any number of threads.
 */
final class OwnEntries {
  /** Rows that are remembered; each takes some hundred bytes. */
  private static final int MAX_ROWS = 4_096;

  /** Cells that wait to be removed, which the next write does; more are left to the grace. */
  private static final int MAX_OBSOLETE = 4_096;

  @GuardedBy("OwnEntries.class")
  private static final Map<Object, Map<TableName, OwnEntries>> CONNECTIONS = new WeakHashMap<>();

  // Fixed at construction.
  private final long resendNanos;
  private final LongSupplier clock;

  /** How its tokens begin: no other has that. */
  private final byte[] begin = Bytes.toBytes(UUID.randomUUID().getMostSignificantBits());

  /** How they go on; a number comes again when the cells that had it are long gone. */
  private final AtomicInteger lastWrite = new AtomicInteger();

  /** The cells that may be a row's, of writes that have ended; the row not used longest first. */
  @GuardedBy("this")
  private final Map<ByteBuffer, List<Cell>> rows =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, List<Cell>> eldest) {
          return size() > MAX_ROWS;
        }
      };

  /** Obsolete cells, by the names of their indexes. */
  @GuardedBy("this")
  private final Map<String, List<Cell>> obsolete = new HashMap<>();

  /**
   * None.
   *
   * @param resendNanos after which HBase's client may send a call again
   * @param clock in milliseconds, as that which gives writes their times
   */
  OwnEntries(long resendNanos, LongSupplier clock) {
    this.resendNanos = resendNanos;
    this.clock = clock;
  }

  /** Those of a connection's writes to the records of a table. */
  static OwnEntries of(Object connection, Configuration configuration, TableName records) {
    synchronized (OwnEntries.class) {
      return CONNECTIONS
          .computeIfAbsent(connection, each -> new HashMap<>())
          .computeIfAbsent(
              records,
              each ->
                  new OwnEntries(resendNanos(configuration), EnvironmentEdgeManager::currentTime));
    }
  }

  private static long resendNanos(Configuration configuration) {
    return TimeUnit.MILLISECONDS.toNanos(
        configuration.getLong(
            HConstants.HBASE_CLIENT_PAUSE, HConstants.DEFAULT_HBASE_CLIENT_PAUSE));
  }

  /**
   * A write's cell in an entry.
   *
   * @param index the name of the entry's index
   * @param endMillis when the write had ended; until then what is known is when it began
   */
  record Cell(String index, byte[] entry, byte[] token, long endMillis) {
    private Cell endedAt(long millis) {
      return new Cell(index, entry, token, millis);
    }

    private boolean isIn(String otherIndex, byte[] otherEntry) {
      return index.equals(otherIndex) && Bytes.equals(entry, otherEntry);
    }
  }

  /** A write of rows begins: before its first call. */
  Write begin(Collection<byte[]> written) {
    return new Write(take(written));
  }

  /** Obsolete cells of an index; each is returned once. */
  synchronized List<Cell> takeObsolete(String index) {
    List<Cell> taken = obsolete.remove(index);
    return taken == null ? List.of() : taken;
  }

  private synchronized Map<ByteBuffer, List<Cell>> take(Collection<byte[]> written) {
    Map<ByteBuffer, List<Cell>> taken = new HashMap<>();
    for (byte[] row : written) {
      ByteBuffer key = ByteBuffer.wrap(row);
      List<Cell> cells = rows.remove(key);
      if (cells != null) {
        taken.put(key, cells);
      }
    }
    return taken;
  }

  private synchronized void remember(ByteBuffer row, List<Cell> cells) {
    rows.computeIfAbsent(row, each -> new ArrayList<>()).addAll(cells);
  }

  private synchronized void discard(Cell cell) {
    List<Cell> waiting = obsolete.computeIfAbsent(cell.index(), each -> new ArrayList<>());
    if (waiting.size() < MAX_OBSOLETE) {
      waiting.add(cell);
    }
  }

  /** One write of some rows; one that fails is forgotten. Used by one thread at a time. */
  final class Write {
    private final long startNanos = System.nanoTime();
    private final long startMillis = clock.getAsLong();

    /** What earlier writes left that have ended. */
    private final Map<ByteBuffer, List<Cell>> former;

    private final Map<ByteBuffer, List<Cell>> written = new LinkedHashMap<>();

    private Write(Map<ByteBuffer, List<Cell>> former) {
      this.former = former;
    }

    /**
     * The token of the write's cell in an entry. It is that of the earlier write's cell if there is
     * one, so that a record that is written again makes no second.
     */
    byte[] token(IndexDesign<?> index, byte[] entry, byte[] row) {
      ByteBuffer key = ByteBuffer.wrap(row);
      byte[] token = formerToken(index, entry, key);
      if (token == null) {
        token = OwnEntries.this.newToken();
      }
      add(key, new Cell(index.name(), entry, token, startMillis));
      return token;
    }

    /** Null when there is none. */
    private byte[] formerToken(IndexDesign<?> index, byte[] entry, ByteBuffer row) {
      for (Cell cell : former.getOrDefault(row, List.of())) {
        if (cell.isIn(index.name(), entry)) {
          return cell.token();
        }
      }
      return null;
    }

    /** The token of a cell of this write alone. */
    byte[] newToken(IndexDesign<?> index, byte[] entry, byte[] row) {
      byte[] token = OwnEntries.this.newToken();
      add(ByteBuffer.wrap(row), new Cell(index.name(), entry, token, startMillis));
      return token;
    }

    private void add(ByteBuffer row, Cell cell) {
      written.computeIfAbsent(row, each -> new ArrayList<>()).add(cell);
    }

    /** All its rows are written, or deleted, and the servers have answered. */
    void end() {
      long endMillis = clock.getAsLong();
      long firstMillis = Math.min(startMillis, endMillis);
      former.forEach(
          (row, cells) -> {
            List<Cell> now = written.getOrDefault(row, List.of());
            for (Cell cell : cells) {
              if (cell.endMillis() <= firstMillis && !isAmong(now, cell)) {
                discard(cell);
              }
            }
          });
      boolean once = System.nanoTime() - startNanos < resendNanos;
      if (once && startMillis <= endMillis) {
        written.forEach((row, cells) -> remember(row, ended(cells, endMillis)));
      }
    }

    private static List<Cell> ended(List<Cell> cells, long endMillis) {
      return cells.stream().map(cell -> cell.endedAt(endMillis)).toList();
    }

    private static boolean isAmong(List<Cell> cells, Cell wanted) {
      for (Cell cell : cells) {
        if (Bytes.equals(cell.token(), wanted.token())) {
          return true;
        }
      }
      return false;
    }
  }

  private byte[] newToken() {
    return Bytes.add(begin, Bytes.toBytes(lastWrite.incrementAndGet()));
  }
}
