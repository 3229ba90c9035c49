package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.Items.Item;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A record that is written again and again leaves one entry, and never one too few. */
@OnBackEnd
class OwnEntriesTest {
  private static final long RUN = 1;

  private Connection connection;
  private Items items;

  @BeforeEach
  void create(Connection given) throws IOException {
    connection = WatchedConnection.of(given, call -> call.make());
    items = Items.create(given, BackEnd.newTableName("own"), List.of("byColor"));
  }

  private RecordTable<Item> open() throws IOException {
    return RecordTable.open(connection, items.design());
  }

  private static Item item(int id, String color) {
    return new Item(RUN, id, "name" + id, color, "l", "r");
  }

  private IndexDesign<Item> index() {
    return items.design().indexes().get(0);
  }

  private List<Result> entries() throws IOException {
    try (Table table = connection.getTable(index().table());
        ResultScanner all = table.getScanner(new Scan().addFamily(index().family().getName()))) {
      List<Result> entries = new ArrayList<>();
      for (Result row : all) { // records are in the table, too
        if (row.getValue(index().family().getName(), Bytes.toBytes("n")) == null) {
          entries.add(row);
        }
      }
      return entries;
    }
  }

  /** The entries of the last write, and those that the next will remove. */
  private void assertBounded(int records, String when) throws IOException {
    try (RecordTable<Item> table = open()) {
      IndexReport report = table.verifyIndex("byColor");
      assertThat(report.missing()).as(when).isZero();
      assertThat(report.stale()).as(when).isLessThanOrEqualTo(records);
    }
  }

  /** A later write that got an earlier time is not seen: the entry of the first is needed. */
  @Test
  void whatIsWrittenWhileTheClockIsBehindRemovesNothing() {
    AtomicLong clock = new AtomicLong(10_000);
    OwnEntries own = new OwnEntries(Long.MAX_VALUE, clock::get);
    byte[] row = Bytes.toBytes("ada");
    String name = index().name();
    write(own, row, "rome", () -> clock.set(10_005));
    clock.set(9_000);
    write(own, row, "paris", () -> {});
    assertThat(own.takeObsolete(name)).as("set back between the writes").isEmpty();
    clock.set(11_000);
    write(own, row, "oslo", () -> {});
    assertThat(own.takeObsolete(name))
        .as("the clock is there again")
        .extracting(cell -> Bytes.toString(cell.entry()))
        .containsExactly("paris");
    write(own, row, "oslo", () -> clock.set(10_000));
    write(own, row, "rome", () -> {});
    assertThat(own.takeObsolete(name)).as("set back during the write before").isEmpty();
    write(own, row, "paris", () -> clock.set(9_999));
    assertThat(own.takeObsolete(name)).as("set back during the write").isEmpty();
  }

  private void write(OwnEntries own, byte[] row, String entry, Runnable meanwhile) {
    OwnEntries.Write write = own.begin(List.of(row));
    assertThat(write.token(index(), Bytes.toBytes(entry), row)).isNotEmpty();
    meanwhile.run();
    write.end();
  }

  @Test
  void aRecordThatIsWrittenAgainAndAgain() throws IOException {
    try (RecordTable<Item> table = open()) {
      for (int i = 0; i < 100; i++) {
        table.put(item(1, "color" + i));
      }
    }
    assertBounded(1, "one record");
    assertThat(entries()).hasSize(2);
  }

  @Test
  void theSameValuesAgainMakeNoSecondCell() throws IOException {
    for (int i = 0; i < 20; i++) {
      try (RecordTable<Item> table = open()) {
        table.put(item(1, "green"));
      }
    }
    assertThat(entries()).hasSize(1);
    assertThat(entries().get(0).size()).isEqualTo(1);
  }

  /** A web server opens a table for each request. */
  @Test
  void whoeverWritesThroughTheConnection() throws IOException {
    for (int i = 0; i < 50; i++) {
      try (RecordTable<Item> table = open()) {
        table.put(item(i % 3, "color" + i));
      }
    }
    assertBounded(1, "three records");
  }

  @Test
  void deletionLeavesNothingToTheNextWrite() throws IOException {
    try (RecordTable<Item> table = open()) {
      table.put(item(1, "red"));
      table.delete(item(1, "red"));
      table.put(item(2, "blue"));
    }
    assertThat(entries()).hasSize(1);
    assertBounded(0, "deleted");
  }

  /** Another program has the same value: what it wrote stays, whoever removes what was his. */
  @Test
  void anotherProgramsEntryStays(Connection other) throws IOException {
    try (RecordTable<Item> mine = open();
        RecordTable<Item> others = RecordTable.open(other, items.design())) {
      mine.put(item(1, "red"));
      others.put(item(1, "red"));
      mine.put(item(1, "blue"));
      others.put(item(1, "red"));
      mine.put(item(2, "any")); // removes what it had in red
      assertThat(mine.where(Item::run).is(RUN).through("byColor").list())
          .containsExactlyInAnyOrder(item(1, "red"), item(2, "any"));
    }
    assertBounded(2, "two programs");
  }

  /** Of a writer that dies after its entry nobody knows, so it stays for the grace. */
  @Test
  void aWriteThatFailsIsForgotten() throws IOException {
    try (RecordTable<Item> table = open()) {
      table.put(item(1, "red"));
    }
    Connection mortal = WatchedConnection.of(connection, new Death(1, Death.Moment.BEFORE));
    try (RecordTable<Item> table = RecordTable.open(mortal, items.design())) {
      assertThatThrownBy(() -> table.put(item(1, "blue"))).isInstanceOf(Death.ClientDied.class);
    }
    try (RecordTable<Item> table = open()) {
      assertThat(table.where(Item::run).is(RUN).through("byColor").list())
          .containsExactly(item(1, "red"));
    }
    assertBounded(1, "after a death");
  }

  /** All that is old but the youngest goes, from whoever reads. */
  @Test
  void cellsOfManyProgramsAreThinned(Connection given) throws IOException {
    for (int i = 0; i < 20; i++) {
      Connection program = WatchedConnection.of(given, call -> call.make());
      try (RecordTable<Item> table = RecordTable.open(program, items.design())) {
        table.put(item(1, "green"));
      }
    }
    assertThat(entries().get(0).size()).isEqualTo(20);
    try (RecordTable<Item> later = RecordTable.open(connection, items.design(), Items.later())) {
      assertThat(later.where(Item::run).is(RUN).through("byColor").list()).hasSize(1);
    }
    Result left = entries().get(0);
    assertThat(left.size()).isEqualTo(1);
    assertBounded(0, "thinned");
  }

  /** Programs of this design, of the same connection and of others, in any order. */
  @Test
  void random(Connection given) throws IOException {
    long seed = Long.getLong("rowan.seed", System.nanoTime());
    Random random = new Random(seed);
    String when = "seed " + seed + " (-Drowan.seed=" + seed + ")";
    List<RecordTable<Item>> programs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      programs.add(
          RecordTable.open(
              i < 2 ? connection : WatchedConnection.of(given, call -> call.make()),
              items.design()));
    }
    Map<Integer, Item> expected = new HashMap<>();
    for (int step = 0; step < 300; step++) {
      RecordTable<Item> table = programs.get(random.nextInt(programs.size()));
      Item item = item(random.nextInt(4), random.nextInt(5) == 0 ? null : "c" + random.nextInt(3));
      Milliseconds.pass(); // nulls delete
      switch (random.nextInt(4)) {
        case 0 -> {
          table.delete(item);
          expected.remove(item.id());
        }
        case 1 -> {
          table.putAll(List.of(item));
          expected.put(item.id(), item);
        }
        default -> {
          table.put(item);
          expected.put(item.id(), item);
        }
      }
      if (step % 10 == 0) {
        List<Item> colored =
            expected.values().stream().filter(each -> each.color() != null).toList();
        assertThat(table.where(Item::run).is(RUN).through("byColor").list())
            .as("%s, step %d", when, step)
            .containsExactlyInAnyOrderElementsOf(colored);
      }
    }
    assertBounded(4 * programs.size(), when);
    for (RecordTable<Item> each : programs) {
      each.close();
    }
  }

  /** Who removes what was his takes the copies, too; it is no reason to have none for ever. */
  @Test
  void copiesComeBackAfterARemoval(Connection given) throws IOException {
    items = Items.create(given, BackEnd.newTableName("own"), List.of("byCopies"));
    try (RecordTable<Item> mine = open();
        RecordTable<Item> others = RecordTable.open(given, items.design())) {
      mine.put(item(1, "red"));
      mine.put(item(1, "blue"));
      others.put(item(1, "red"));
      Items.awaitNextMillisecond();
      Items.awaitNextMillisecond();
      mine.put(item(2, "any")); // removes what it had in red
    }
    items.fillAll();
    items.check(RUN, "filled");
  }

  @Test
  void anEntryOfAProgramThatWroteNoTokens() throws IOException {
    items.writeOldEntries(item(1, "red"));
    try (RecordTable<Item> table = open()) {
      table.put(item(1, "red"));
      table.put(item(1, "blue"));
      table.put(item(1, "red"));
      assertThat(table.where(Item::run).is(RUN).through("byColor").list()).hasSize(1);
    }
    byte[] entry =
        index().entries(item(1, "red"), items.design().key().encode(item(1, "red"))).get(0);
    try (Table table = connection.getTable(index().table())) {
      assertThat(
              Arrays.stream(table.get(new Get(entry)).rawCells())
                  .anyMatch(cell -> CellUtil.cloneQualifier(cell).length == 0))
          .isTrue();
    }
  }
}
