package io.rowandb.systems.twibase;

import io.rowandb.systems.measure.StoredCells;
import io.rowandb.systems.measure.TableTraffic;
import io.rowandb.systems.measure.WatchedTables;
import io.rowandb.systems.relation.Relations;
import io.rowandb.systems.twibase.TwiEvent.Followed;
import java.io.IOException;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Who follows whom, by the class that {@link TwiBase} has for it, in tables of their own, which are
 * dropped at the end. What it reads is counted. Used by one thread.
 */
final class FollowsInUse implements AutoCloseable {
  static final String NAME = "in use";

  static final String IDEA =
      "rows A in follows and B in followedBy, with counts, guards, duties and nicknames";

  private static final int ALL = Integer.MAX_VALUE;

  // Fixed at construction.
  private final Connection connection;
  private final List<TableName> tables;
  private final Relations<Follow> follows;

  private final TableTraffic traffic = new TableTraffic();

  private FollowsInUse(Connection connection, List<TableName> tables) throws IOException {
    this.connection = connection;
    this.tables = tables;
    Connection watched = WatchedTables.of(connection, traffic);
    follows =
        TwiTables.follows(
            watched, tables.get(0).getNameAsString(), tables.get(1).getNameAsString(), 1);
  }

  /**
   * Makes the tables.
   *
   * @param prefix of their names
   * @throws TableExistsException when one is there, which is left alone
   */
  static FollowsInUse make(Connection connection, String prefix) throws IOException {
    List<TableName> tables =
        List.of(TableName.valueOf(prefix), TableName.valueOf(prefix + "_followed_by"));
    try (Admin admin = connection.getAdmin()) {
      for (TableName each : tables) {
        if (admin.tableExists(each)) {
          throw new TableExistsException(each);
        }
      }
    }
    return new FollowsInUse(connection, tables);
  }

  /** Writes pairs, and says how many. */
  long write(Stream<Followed> pairs) throws IOException {
    long count = 0;
    for (Iterator<Followed> each = pairs.iterator(); each.hasNext(); ) {
      Followed pair = each.next();
      Follow follow =
          new Follow(Instant.EPOCH, Delivery.PUSH, ++count, pair.followed(), 0, pair.follower(), 0);
      follows.change(pair.follower(), pair.followed(), there -> Optional.of(follow));
    }
    return count;
  }

  /** The bytes of all cells, with their keys. */
  long bytes() throws IOException {
    return StoredCells.of(connection, tables, () -> false).bytes();
  }

  /** The part of the newest writes so far that the busiest region took. */
  double busiestShare() {
    return traffic.spread().busiestShare();
  }

  /** Finds answers. */
  private interface Find {
    int found() throws IOException;
  }

  private FollowReads counted(Find find) throws IOException {
    long cells = traffic.cells();
    long bytes = traffic.bytes();
    int found = find.found();
    return new FollowReads(traffic.cells() - cells, traffic.bytes() - bytes, found);
  }

  FollowReads whom(String follower) throws IOException {
    return counted(() -> follows.sources().list(follower, null, ALL).size());
  }

  FollowReads who(String followed) throws IOException {
    return counted(() -> follows.targets().list(followed, null, ALL).size());
  }

  FollowReads does(String follower, String followed) throws IOException {
    return counted(() -> follows.sources().with(follower, List.of(followed)).size());
  }

  @Override
  public void close() throws IOException {
    follows.close();
    try (Admin admin = connection.getAdmin()) {
      for (TableName each : tables) {
        admin.disableTable(each);
        admin.deleteTable(each);
      }
    }
  }
}
