package io.rowandb.systems.board;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;

/**
 * A design of one board for all time, whose updates are taken apart into calls so that others can
 * come between. Used by one thread.
 */
interface BoardDesign extends AutoCloseable {
  /** A call of an update, not made yet. */
  interface Call {
    /** Makes it; false when it changed nothing and the update has to be begun again. */
    boolean make() throws IOException;
  }

  /** Short, such as "two tables". */
  String name();

  /** The design in one line. */
  String idea();

  /** The names of its tables. */
  List<TableName> tables();

  /** Into an empty board. */
  void load(Stream<ScoreEvent> events) throws IOException;

  /** Reads what an update needs, and says which calls it then makes, in this order. */
  List<Call> update(ScoreEvent event) throws IOException;

  /** The best. */
  List<BoardPlace> top(int places) throws IOException;

  /** A player and those around; the time of a place is not compared. */
  List<BoardPlace> around(String player, int places) throws IOException;

  /** How many rows, or cells where a row is a whole board, were read by questions so far. */
  long read();

  /** What the board shows of a player, each time that the player stands there. */
  List<Long> standings(String player) throws IOException;

  /** What counts as the score of a player; 0 for nobody. */
  long score(String player) throws IOException;

  /** Drops its tables. */
  @Override
  void close() throws IOException;
}
