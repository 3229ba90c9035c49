package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.Calls;
import io.rowandb.schema.backend.Turns;
import io.rowandb.schema.pattern.Items.Item;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two clients at a time, in every order that their calls to the servers can have: afterwards reads
 * through the indexes give what all records give, no record lacks an entry, and no two have the
 * same name.
 */
@Tag("slow")
@OnBackEnd
class IndexTurnsTest {
  /** More take too long: the calls of the two are to be fewer then. */
  private static final int MOST_ORDERS = 4_000;

  private Connection connection;
  private Items items;
  private long run;

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private void create(String... indexes) throws IOException {
    items = Items.create(connection, BackEnd.newTableName("turns"), List.of(indexes));
  }

  /** What a client does. */
  @FunctionalInterface
  private interface Deed {
    void of(RecordTable<Item> table, long run) throws IOException;

    default Deed then(Deed next) {
      return (table, run) -> {
        of(table, run);
        next.of(table, run);
      };
    }
  }

  private static Deed put(int id, String name) {
    return (table, run) -> table.put(item(run, id, name));
  }

  private static Deed delete(int id, String name) {
    return (table, run) -> table.delete(item(run, id, name));
  }

  /** Hours ago the record had this name. */
  private Deed oldName(int id, String name) {
    return (table, run) -> items.writeOldEntries(item(run, id, name));
  }

  /** How a client comes to its table. */
  @FunctionalInterface
  private interface Opening {
    RecordTable<Item> of(Calls calls) throws IOException;
  }

  private Turns.Client client(Opening opening, Deed deed) {
    long ofRun = run;
    return calls -> {
      try (RecordTable<Item> table = opening.of(calls)) {
        deed.of(table, ofRun);
      }
    };
  }

  private int inAllOrders(Deed before, Deed first, Deed second)
      throws IOException, InterruptedException {
    return inAllOrders(before, items::open, first, second);
  }

  /** Runs both in all orders; each of them may find that the other has its name. */
  private int inAllOrders(Deed before, Opening firstOpening, Deed first, Deed second)
      throws IOException, InterruptedException {
    Turns turns = Turns.all();
    int orders = 0;
    while (turns.hasNext()) {
      run++;
      orders++;
      try (RecordTable<Item> table = items.open()) {
        before.of(table, run);
      }
      Items.awaitNextMillisecond();
      List<Throwable> thrown = turns.run(client(firstOpening, first), client(items::open, second));
      assertThat(thrown.stream().filter(Objects::nonNull))
          .as("order %s", turns.order())
          .allMatch(each -> each instanceof UniqueViolationException);
      items.check(run, "order " + turns.order());
      items.clear();
    }
    assertThat(orders).isBetween(2, MOST_ORDERS);
    return orders;
  }

  private static Item item(long run, int id, String name) {
    return new Item(run, id, name, "a", "b", "c");
  }

  @Test
  void twoWritersOfOneRecord() throws IOException, InterruptedException {
    create("byName", "byColor", "bySide");
    int orders =
        inAllOrders(
            put(1, "a"),
            (table, run) -> table.put(new Item(run, 1, "b", "b", "c", "d")),
            (table, run) -> table.put(new Item(run, 1, "c", "b", "e", "a")));
    if (Turns.all().areAll()) {
      assertThat(orders).isGreaterThan(150);
    }
  }

  @Test
  void twoWritersOfTheSameValues() throws IOException, InterruptedException {
    create("byName", "bySide");
    inAllOrders(put(1, "a"), put(1, "b"), put(1, "b"));
  }

  @Test
  void aWriterAndOneThatDeletes() throws IOException, InterruptedException {
    create("byName", "byColor", "bySide");
    inAllOrders(
        put(1, "a"), (table, run) -> table.put(item(run, 1, "b").colored("c")), delete(1, "a"));
  }

  @Test
  void twoClaimsOfOneName() throws IOException, InterruptedException {
    create("byName");
    inAllOrders((table, run) -> {}, put(1, "a"), put(2, "a"));
  }

  @Test
  void aClaimOfWhatAnotherGivesUp() throws IOException, InterruptedException {
    create("byName");
    inAllOrders(put(1, "a"), put(1, "b"), put(2, "a"));
  }

  @Test
  void aClaimOfWhatIsDeleted() throws IOException, InterruptedException {
    create("byName");
    inAllOrders(put(1, "a"), delete(1, "a"), put(2, "a"));
  }

  /** The owner wants it back at the moment when another finds it free. */
  @Test
  void twoClaimsOfANameGivenUp() throws IOException, InterruptedException {
    create("byName");
    inAllOrders(put(1, "a").then(put(1, "b")), put(1, "a"), put(2, "a"));
  }

  @Test
  void twoOthersClaimANameGivenUp() throws IOException, InterruptedException {
    create("byName");
    inAllOrders(put(1, "a").then(delete(1, "a")), put(2, "a"), put(3, "a"));
  }

  /** Between the second's claims the name may have been the first's, and not any more. */
  @Test
  void aNameThatIsTakenAndGivenUpMeanwhile() throws IOException, InterruptedException {
    create("byName");
    inAllOrders(put(1, "a").then(put(1, "b")), put(1, "a").then(delete(1, "a")), put(2, "a"));
  }

  /** The owner wants it back when another finds that it has it no more. */
  @Test
  void twoClaimsOfAnOldName() throws IOException, InterruptedException {
    create("byName");
    inAllOrders(put(1, "b").then(oldName(1, "a")), put(1, "a"), put(2, "a"));
  }

  @Test
  void twoOthersClaimAnOldName() throws IOException, InterruptedException {
    create("byName");
    inAllOrders(put(1, "b").then(oldName(1, "a")), put(2, "a"), put(3, "a"));
  }

  @Test
  void aWriterAndAReaderThatRemovesOldEntries() throws IOException, InterruptedException {
    for (String index : Items.INDEXES) {
      create(index);
      inAllOrders(
          (table, run) -> {
            table.put(new Item(run, 1, "e", "e", "e", "e"));
            items.writeOldEntries(new Item(run, 1, "a", "a", "a", "a"));
          },
          (table, run) -> table.put(new Item(run, 1, "a", "a", "a", "e")),
          (table, run) -> readAll(table, index, run));
    }
  }

  private static void readAll(RecordTable<Item> table, String index, long run) throws IOException {
    assertThat(table.where(Item::run).is(run).through(index).list()).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void aClaimAndAReaderThatRemovesTheOldOne() throws IOException, InterruptedException {
    create("byName");
    inAllOrders(
        put(1, "b").then(oldName(1, "a")),
        put(2, "a"),
        (table, run) -> readAll(table, "byName", run));
  }

  /** The reader takes the writers' present for hours ago, but no writer is between its steps. */
  @Test
  void twoReadersThatRemoveTheSame() throws IOException, InterruptedException {
    create("bySide");
    inAllOrders(
        (table, run) -> {
          table.put(item(run, 1, "b"));
          table.put(item(run, 1, "b").colored("c").sided("a", "a"));
          Items.awaitNextMillisecond();
          table.put(item(run, 1, "c").colored("d").sided("e", "e"));
        },
        items::openLater,
        (table, run) -> readAll(table, "bySide", run),
        (table, run) -> readAll(table, "bySide", run));
  }

  /** The record is read by its first color, and later there is an entry of its next. */
  @Test
  void aRecordThatMovesAheadOfItsReaderIsReadOnce() throws IOException, InterruptedException {
    create("byColor");
    inAllOrders(
        (table, run) -> {
          table.put(item(run, 0, "a").colored("c"));
          table.put(item(run, 0, "a").colored("a"));
          for (int id = 1; id < 20; id++) {
            table.put(item(run, id, "a").colored("b"));
          }
        },
        (table, run) -> table.put(item(run, 0, "a").colored("c")),
        (table, run) ->
            assertThat(table.where(Item::run).is(run).through("byColor").stream().map(Item::id))
                .doesNotHaveDuplicates());
  }

  /**
   * What the grace is for: with one that is shorter than a writer takes, its record is without its
   * entry, as {@link IndexSettings} says; until a repair.
   */
  @Test
  void aWriterThatTakesLongerThanTheGrace() throws IOException, InterruptedException {
    create("byColor");
    Turns turns = Turns.all();
    long lost = 0;
    while (turns.hasNext()) {
      run++;
      turns.run(
          client(items::open, put(1, "a")),
          client(items::openLater, (table, run) -> readAll(table, "byColor", run)));
      Items.awaitNextMillisecond(); // a removal would win over what is written in its own
      try (RecordTable<Item> table = items.open()) {
        lost += table.verifyIndex("byColor").missing();
        assertThat(table.repairIndex("byColor").isComplete()).isTrue();
      }
      items.check(run, "repaired after order " + turns.order());
      items.clear();
    }
    assertThat(lost).isPositive();
  }

  /** What its record gave up between the two reads of a look, and another took, is not lacking. */
  @Test
  void aLookAtAnIndexMissesNoNameThatIsHandedOn() throws IOException, InterruptedException {
    create("byName");
    int orders =
        inAllOrders(
            put(1, "a"),
            (table, run) -> {
              table.get(run, 1);
              try (RecordTable<Item> free = items.open()) { // at once, in nobody's turn
                free.put(item(run, 1, "b"));
                free.put(item(run, 2, "a"));
              }
            },
            (table, run) -> assertThat(table.verifyIndex("byName").missing()).isZero());
    assertThat(orders).isGreaterThan(4);
  }

  @Test
  void aWriterAndARepair() throws IOException, InterruptedException {
    for (String index : Items.INDEXES) {
      create(index);
      inAllOrders(
          (table, run) -> {
            table.put(item(run, 1, "b").colored("b"));
            items.writeOldEntries(new Item(run, 1, "a", "c", "d", "d"));
          },
          (table, run) -> table.put(item(run, 1, "a").colored("c").sided("d", "e")),
          (table, run) -> table.repairIndex(index));
    }
  }

  @Test
  void aWriterAndABuild() throws IOException, InterruptedException {
    for (String index : Items.INDEXES) {
      create(index);
      inAllOrders(
          (table, run) -> writeWithoutIndex(run),
          (table, run) -> table.put(item(run, 1, "a").colored("c").sided("d", "e")),
          (table, run) -> table.repairIndex(index));
    }
  }

  /** Two records, from a time when there was no such index. */
  private void writeWithoutIndex(long run) throws IOException {
    try (RecordTable<Item> table = items.openWithoutIndexes()) {
      table.put(item(run, 1, "b"));
      table.put(item(run, 2, "c"));
    }
  }
}
