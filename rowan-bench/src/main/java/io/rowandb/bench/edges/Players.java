package io.rowandb.bench.edges;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/** Players by their points: an index whose first entries are rewritten repeatedly. */
final class Players implements AutoCloseable {
  private static final int OTHERS = 1_000;
  private static final int UPDATED = 10;
  private static final int TOP = 20;
  private static final int READS = 21;

  /** Above those that are not updated. */
  private static final long GREAT = 1_000_000;

  private final Connection connection;
  private final RecordTable<Player> table;

  record Player(String name, long points) {}

  Players(Connection connection) throws IOException {
    this.connection = connection;
    table =
        RecordTable.create(
            connection,
            TableDesign.of("players", Player.class)
                .key(key -> key.part(Player::name))
                .family("p")
                .column(Player::points, "p:n")
                .index(
                    "byPoints", index -> index.on(key -> key.part(Player::points, Parts.int64())))
                .build());
    for (int i = 0; i < OTHERS; i++) {
      table.put(new Player("other" + i, i));
    }
    update(UPDATED);
  }

  /** Each in turn gets more points than all others have. */
  void update(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      table.put(new Player("player" + i % UPDATED, GREAT + i));
    }
  }

  void flush() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(TableName.valueOf("players_byPoints"));
    }
  }

  /** The median of some reads of the greatest. */
  double topMillis() throws IOException {
    double[] millis = new double[READS];
    for (int i = 0; i < READS; i++) {
      long start = System.nanoTime();
      List<Player> top = table.byIndex("byPoints").greatestFirst().limit(TOP).list();
      millis[i] = (System.nanoTime() - start) / 1e6;
      if (top.size() != TOP || top.get(0).points() < GREAT) {
        throw new IllegalStateException("not the top: " + top);
      }
    }
    Arrays.sort(millis);
    return millis[READS / 2];
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
