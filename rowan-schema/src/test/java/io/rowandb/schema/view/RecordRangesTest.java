package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

/** The rows of a table whose key has several ranges. */
@OnBackEnd
class RecordRangesTest {
  private static final int COUNT = 40;

  record Thing(int id, String text) {}

  private final TableDesign<Thing> things =
      TableDesign.of(BackEnd.newTableName("things"), Thing.class)
          .key(key -> key.salt(4).part(Thing::id))
          .family("t")
          .column(Thing::text, "t:x")
          .build();

  private List<Integer> read(Table table, byte[] from, int renewedEvery) throws IOException {
    List<Integer> ids = new ArrayList<>();
    try (RecordRanges rows = new RecordRanges(things, table, new Scan(), from)) {
      rows.renew(); // before the first
      for (Result row = rows.next(); row != null; row = rows.next()) {
        ids.add(things.read(row).id());
        if (ids.size() % renewedEvery == 0) {
          rows.renew();
        }
      }
      rows.renew(); // behind the last
      assertThat(rows.next()).isNull();
    }
    return ids;
  }

  @Test
  void areReadOnceHoweverOftenTheyAreRenewed(Connection connection) throws IOException {
    try (RecordTable<Thing> records = RecordTable.create(connection, things);
        Table table = connection.getTable(things.name())) {
      records.load(IntStream.range(0, COUNT).mapToObj(i -> new Thing(i, "text")));
      List<Integer> all = read(table, new byte[0], Integer.MAX_VALUE);
      assertThat(all).hasSize(COUNT).doesNotHaveDuplicates();
      assertThat(read(table, new byte[0], 1)).isEqualTo(all);
      assertThat(read(table, new byte[0], 7)).isEqualTo(all);
      byte[] middle = things.key().encode(new Thing(all.get(15), "text"));
      assertThat(read(table, middle, 1)).isEqualTo(all.subList(15, COUNT));
    }
  }

  /** A scanner that is open does not see them. */
  @Test
  void areSeenAsTheyAreBehindARenewal(Connection connection) throws IOException {
    try (RecordTable<Thing> records = RecordTable.create(connection, things);
        Table table = connection.getTable(things.name());
        RecordRanges rows = new RecordRanges(things, table, new Scan(), new byte[0])) {
      records.load(IntStream.range(0, COUNT).mapToObj(i -> new Thing(i, "text")));
      rows.next();
      records.putAll(IntStream.range(0, COUNT).mapToObj(i -> new Thing(i, "new")).toList());
      rows.renew();
      assertThat(things.read(rows.next()).text()).isEqualTo("new");
    }
  }
}
