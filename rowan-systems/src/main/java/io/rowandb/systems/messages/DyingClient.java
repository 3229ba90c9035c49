package io.rowandb.systems.messages;

import io.rowandb.systems.measure.WatchedTables;
import io.rowandb.systems.measure.WriteSpread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;

/**
 * Lets a client die at one of its calls; later ones are not made either. Counts its calls, and the
 * rows that it reads. Used by one thread.
 */
final class DyingClient implements WatchedTables.Watch {
  /** Where, of the call. */
  enum Moment {
    /** It has not reached the servers. */
    BEFORE,
    /** Half of its rows are done; if it is of one, none. */
    HALF_WAY,
    /** It is done, but its answer is lost. */
    AFTER
  }

  // Fixed at construction.
  private final int fatalCall;
  private final Moment moment;
  private final WriteSpread spread = new WriteSpread();

  private int calls;
  private boolean dead;
  private long rows;
  private long bytes;

  /**
   * Chooses when.
   *
   * @param fatalCall its number, from 0; never, when negative
   */
  DyingClient(int fatalCall, Moment moment) {
    this.fatalCall = fatalCall;
    this.moment = moment;
  }

  /** One that only counts. */
  static DyingClient immortal() {
    return new DyingClient(-1, Moment.BEFORE);
  }

  @Override
  public Object pass(String method, Object[] arguments, WatchedTables.Call call)
      throws IOException {
    if (dead) {
      throw new IOException("dead already, before " + method);
    }
    dead = calls++ == fatalCall;
    if (!dead) {
      Object result = call.make();
      count(result);
      return result;
    }
    if (moment == Moment.AFTER) {
      call.make();
    } else if (moment == Moment.HALF_WAY) {
      makeHalf(arguments, call);
    }
    throw new IOException("dead " + moment + " " + method);
  }

  /** Its first argument is the list of rows, and is not used again. */
  private static void makeHalf(Object[] arguments, WatchedTables.Call call) throws IOException {
    if (arguments[0] instanceof List<?> all && all.size() > 1) {
      arguments[0] = new ArrayList<>(all.subList(0, all.size() / 2));
      if (arguments.length > 1 && arguments[1] instanceof Object[]) {
        arguments[1] = new Object[all.size() / 2];
      }
      call.make();
    }
  }

  private void count(Object result) {
    if (result instanceof Result row && !row.isEmpty()) {
      scanned(row);
    } else if (result instanceof Result[] all) {
      for (Result each : all) {
        count(each);
      }
    }
  }

  @Override
  public void scanned(Result row) {
    rows++;
    if (!row.isEmpty()) {
      for (Cell cell : row.rawCells()) {
        bytes += cell.getSerializedSize();
      }
    }
  }

  @Override
  public void written(TableName table, byte[] row) {
    spread.add(table, row);
  }

  /** Where the writes so far went. */
  WriteSpread spread() {
    return spread;
  }

  /** Whether it came to that. */
  boolean isDead() {
    return dead;
  }

  /** How many calls there were. */
  int calls() {
    return calls;
  }

  /** How many rows were read. */
  long rowsRead() {
    return rows;
  }

  /** How many bytes their cells had. */
  long bytesRead() {
    return bytes;
  }
}
