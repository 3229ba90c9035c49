package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.Calls;
import io.rowandb.schema.backend.Turns;
import io.rowandb.schema.pattern.Items.Item;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Clients that change a record and clients that read its copies, in every order that their calls
 * can have. What is read is, at each time, a record that was there meanwhile; and afterwards
 * entries have the copies of their records, or none.
 */
@Tag("slow")
@OnBackEnd
class CopiesTurnsTest {
  /** Of the thousands that three clients have. */
  private static final int ORDERS_OF_THREE = 250;

  private Connection connection;
  private Items items;
  private long run;

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  /** What a client does. */
  @FunctionalInterface
  private interface Deed {
    void of(RecordTable<Item> table, String index, long run) throws IOException;
  }

  /** Before, a record was written hours ago, and its entry has copies or not. */
  private void inAllOrders(String index, boolean filled, Deed... deeds)
      throws IOException, InterruptedException {
    inOrders(Turns.all(), index, filled, deeds);
  }

  private int inOrders(Turns turns, String index, boolean filled, Deed... deeds)
      throws IOException, InterruptedException {
    items = Items.create(connection, BackEnd.newTableName("copies"), List.of(index));
    int orders = 0;
    while (turns.hasNext()) {
      run++;
      orders++;
      items.putOld(first(run));
      if (filled) {
        try (RecordTable<Item> table = items.open()) {
          assertThat(table.repairIndex(index).copies())
              .isEqualTo(new IndexReport.Copies(1, 0, 1, 0));
        }
      }
      Items.awaitNextMillisecond();
      List<Turns.Client> clients = new ArrayList<>();
      for (Deed deed : deeds) {
        long ofRun = run;
        clients.add(calls -> of(calls, deed, index, ofRun));
      }
      String order = index + ", order ";
      assertThat(turns.run(clients.toArray(Turns.Client[]::new)))
          .as(order + turns.order())
          .containsOnlyNulls();
      check(index, order + turns.order());
      items.clear();
    }
    return orders;
  }

  private void of(Calls calls, Deed deed, String index, long ofRun) throws IOException {
    try (RecordTable<Item> table = items.open(calls)) {
      deed.of(table, index, ofRun);
    }
  }

  private void check(String index, String when) throws IOException {
    try (RecordTable<Item> table = items.open()) {
      assertThat(table.where(Item::run).is(run).copied(index).list())
          .as(when)
          .isEqualTo(Items.of(table, run));
      IndexReport report = table.verifyIndex(index);
      assertThat(report.missing()).as(when).isZero();
      assertThat(report.copies().outdated()).as(when).isZero();
    }
  }

  private static Item first(long run) {
    return new Item(run, 1, "a", "a", "a", "a");
  }

  private static Item second(long run) {
    return new Item(run, 1, "a", "a", "b", "b");
  }

  private static Item moved(long run) {
    return new Item(run, 1, "b", "b", "c", "c");
  }

  private static void read(RecordTable<Item> table, String index, long run) throws IOException {
    assertThat(table.where(Item::run).is(run).copied(index).list())
        .hasSizeLessThanOrEqualTo(1)
        .isSubsetOf(first(run), second(run), moved(run));
  }

  @Test
  void aChangeAndAReader() throws IOException, InterruptedException {
    for (String index : Items.WITH_COPIES) {
      for (boolean filled : new boolean[] {true, false}) {
        inAllOrders(
            index, filled, (table, name, run) -> table.put(second(run)), CopiesTurnsTest::read);
      }
    }
  }

  @Test
  void aMoveAndAReader() throws IOException, InterruptedException {
    for (String index : Items.WITH_COPIES) {
      for (boolean filled : new boolean[] {true, false}) {
        inAllOrders(
            index, filled, (table, name, run) -> table.put(moved(run)), CopiesTurnsTest::read);
      }
    }
  }

  @Test
  void aDeleteAndAReader() throws IOException, InterruptedException {
    for (String index : Items.WITH_COPIES) {
      for (boolean filled : new boolean[] {true, false}) {
        inAllOrders(
            index, filled, (table, name, run) -> table.delete(first(run)), CopiesTurnsTest::read);
      }
    }
  }

  @Test
  void aChangeAndARepair() throws IOException, InterruptedException {
    for (String index : Items.WITH_COPIES) {
      for (boolean filled : new boolean[] {true, false}) {
        inAllOrders(
            index,
            filled,
            (table, name, run) -> table.put(second(run)),
            (table, name, run) -> table.repairIndex(name));
      }
    }
  }

  @Test
  void twoReaders() throws IOException, InterruptedException {
    for (String index : Items.WITH_COPIES) {
      inAllOrders(index, /* filled= */ false, CopiesTurnsTest::read, CopiesTurnsTest::read);
    }
  }

  @Test
  void twoWriters() throws IOException, InterruptedException {
    for (String index : Items.WITH_COPIES) {
      inAllOrders(
          index,
          /* filled= */ true,
          (table, name, run) -> table.put(second(run)),
          (table, name, run) -> table.put(moved(run)));
    }
  }

  @Test
  void aWriterAndOneThatDeletes() throws IOException, InterruptedException {
    for (String index : Items.WITH_COPIES) {
      inAllOrders(
          index,
          /* filled= */ true,
          (table, name, run) -> table.put(moved(run)),
          (table, name, run) -> table.delete(first(run)));
    }
  }

  /** Each writer may know of the first record alone. */
  @Test
  void twoWritersAndAReader() throws IOException, InterruptedException {
    int orders =
        inOrders(
            BackEnd.isHBase() ? Turns.all() : Turns.some(ORDERS_OF_THREE),
            "byCopies",
            /* filled= */ false,
            (table, name, run) -> table.put(second(run)),
            (table, name, run) -> table.put(moved(run)),
            CopiesTurnsTest::read);
    if (BackEnd.isFull()) {
      assertThat(orders).isGreaterThan(ORDERS_OF_THREE);
    }
  }

  /** A reader who takes all that is written for old fills nothing that a writer takes away. */
  @Test
  void aWriterAndAReaderHoursAhead() throws IOException, InterruptedException {
    items = Items.create(connection, BackEnd.newTableName("copies"), List.of("byCopies"));
    Turns turns = Turns.all();
    while (turns.hasNext()) {
      run++;
      items.putOld(first(run));
      Items.awaitNextMillisecond();
      long ofRun = run;
      turns.run(
          calls -> of(calls, (table, name, each) -> table.put(second(each)), "byCopies", ofRun),
          calls -> {
            try (RecordTable<Item> later = items.openLater(calls)) {
              later.where(Item::run).is(ofRun).copied("byCopies").list();
            }
          });
      try (RecordTable<Item> later = items.openLater(call -> call.make())) {
        IndexReport.Copies found = later.repairIndex("byCopies").copies();
        assertThat(found.outdated()).as(turns.order().toString()).isZero();
        assertThat(later.verifyIndex("byCopies").copies()).isEqualTo(IndexReport.Copies.RIGHT);
      }
      items.check(run, "repaired after order " + turns.order());
      items.clear();
    }
  }
}
