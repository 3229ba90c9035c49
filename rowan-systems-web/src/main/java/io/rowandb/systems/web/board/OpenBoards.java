package io.rowandb.systems.web.board;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.systems.board.BoardNames;
import io.rowandb.systems.board.Leaderboard;
import io.rowandb.systems.pool.Pool;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Leaderboards, which one thread may use at a time. Some stay open for the next request of the same
 * board; a {@link Pool} has objects that are all alike, and these have names, of which there may be
 * any number. The table is made when somebody first scores. Thread-safe.
 */
final class OpenBoards implements AutoCloseable {
  /** More than requests at once, so that each finds its board again. */
  private static final int MOST_IDLE = 64;

  // Fixed at construction.
  private final Connection connection;

  /** Those that were used last come first. */
  @GuardedBy("this")
  private final ArrayDeque<Idle> idle = new ArrayDeque<>();

  @GuardedBy("this")
  private boolean closed;

  OpenBoards(Connection connection) {
    this.connection = connection;
  }

  private record Idle(String name, Leaderboard board) {}

  /** Opens a board. */
  private interface Opening {
    Leaderboard open(Connection connection, String name) throws IOException;
  }

  /**
   * Asks; a board without players is empty.
   *
   * @throws TableNotFoundException when there is no table
   */
  <A> A ask(String name, Pool.Use<Leaderboard, A> question) throws IOException {
    return use(name, Leaderboard::openExisting, question);
  }

  /** Changes a board; makes the table if there is none. */
  <A> A change(String name, Pool.Use<Leaderboard, A> change) throws IOException {
    return use(name, Leaderboard::open, change);
  }

  private <A> A use(String name, Opening opening, Pool.Use<Leaderboard, A> use) throws IOException {
    Leaderboard board = take(name);
    if (board == null) {
      board = opening.open(connection, name);
    }
    try {
      return use.with(board);
    } finally {
      giveBack(new Idle(name, board));
    }
  }

  private synchronized Leaderboard take(String name) {
    for (Iterator<Idle> each = idle.iterator(); each.hasNext(); ) {
      Idle one = each.next();
      if (one.name().equals(name)) {
        each.remove();
        return one.board();
      }
    }
    return null;
  }

  private synchronized void giveBack(Idle board) throws IOException {
    idle.push(board);
    if (closed || idle.size() > MOST_IDLE) {
      idle.removeLast().board().close();
    }
  }

  /** As {@link BoardNames#after}; none when there is no table. */
  List<String> names(String after, int most) throws IOException {
    try {
      return BoardNames.after(connection, after, most);
    } catch (TableNotFoundException e) {
      return List.of();
    }
  }

  /** Closes all; those that are in use when they are given back. */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    while (!idle.isEmpty()) {
      idle.pop().board().close();
    }
  }
}
