package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.pattern.Items.Item;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A client dies at each of its calls, before it, after it, and when some of its rows are done.
 * Whatever it leaves behind, reads through the indexes give what all records give, and each record
 * is as it was or as it should become.
 */
@Tag("slow")
@OnBackEnd
class IndexDeathTest {
  private Items items;
  private long run;

  @BeforeEach
  void create(Connection connection) throws IOException {
    items = Items.create(connection, BackEnd.newTableName("mortal"));
  }

  final Items items() {
    return items;
  }

  /** A client that may die, and takes the present for a time when all that is written is old. */
  ItemClient openLater(Death death) throws IOException {
    return new ItemClient.Waiting(items.openLater(death));
  }

  /** From a call at which a client dies to the next one. */
  int callsApart() {
    return Death.CALLS_APART;
  }

  /** Reads give what they should. */
  void check(long ofRun, String when) throws IOException {
    items.check(ofRun, when);
  }

  /** What a client does that dies. */
  @FunctionalInterface
  private interface Deed {
    void of(ItemClient table, long run) throws IOException;
  }

  private static Item first(long run) {
    return new Item(run, 1, "a", "b", "c", "d");
  }

  private static Item second(long run) {
    return new Item(run, 2, "b", "b", "d", null);
  }

  private static List<Item> ten(long run, String name, String color) {
    List<Item> ten = new ArrayList<>();
    for (int id = 0; id < 10; id++) {
      String side = Items.VALUES.get(id % 3);
      ten.add(new Item(run, id, id == 0 ? name : name + id, color, side, id == 7 ? "e" : null));
    }
    return ten;
  }

  /** Lets it die everywhere, with records of its own each time. */
  private void dieEverywhere(
      LongFunction<List<Item>> before, Deed deed, LongFunction<List<Item>> after)
      throws IOException {
    int deaths = 0;
    for (Death.Moment moment : Death.Moment.values()) {
      boolean died = true;
      for (int call = moment.firstCall(callsApart()); died; call += callsApart()) {
        run++;
        try (RecordTable<Item> table = items.open()) {
          table.putAll(before.apply(run));
        }
        items.fillAll();
        Death death = new Death(call, moment);
        try (ItemClient table = openLater(death)) {
          deed.of(table, run);
        } catch (Death.ClientDied e) {
          assertThat(death.happened()).isTrue();
        }
        died = death.happened();
        deaths += died ? 1 : 0;
        checkAfter(before.apply(run), deed, after.apply(run), death.toString());
        items.clear();
      }
    }
    assertThat(deaths)
        .isPositive()
        .isGreaterThanOrEqualTo(2 * Death.Moment.values().length / callsApart());
  }

  private void checkAfter(List<Item> before, Deed deed, List<Item> after, String death)
      throws IOException {
    check(run, death);
    try (RecordTable<Item> table = items.open()) {
      for (int id = 0; id < 11; id++) {
        assertThat(table.get(run, id).orElse(null))
            .as("%s: record %d", death, id)
            .isIn(ofId(before, id), ofId(after, id));
      }
      Items.awaitNextMillisecond();
      try (ItemClient client = openLater(new Death(Integer.MAX_VALUE, Death.Moment.BEFORE))) {
        deed.of(client, run);
      }
      assertThat(Items.of(table, run)).as("%s, and the same once more", death).isEqualTo(after);
    }
    check(run, death + ", and the same once more");
    items.repairAll(death);
    check(run, death + ", and a repair");
  }

  private static Item ofId(List<Item> list, int id) {
    return list.stream().filter(each -> each.id() == id).findFirst().orElse(null);
  }

  @Test
  void inserting() throws IOException {
    dieEverywhere(
        run -> List.of(), (table, run) -> table.put(first(run)), run -> List.of(first(run)));
  }

  @Test
  void changingWhatIsIndexed() throws IOException {
    dieEverywhere(
        run -> List.of(first(run)),
        (table, run) -> table.put(new Item(run, 1, "e", "c", "d", null)),
        run -> List.of(new Item(run, 1, "e", "c", "d", null)));
  }

  @Test
  void changingToNullsAndBack() throws IOException {
    dieEverywhere(
        run -> List.of(new Item(run, 1, null, "c", null, "d")),
        (table, run) -> table.put(new Item(run, 1, "c", null, "d", null)),
        run -> List.of(new Item(run, 1, "c", null, "d", null)));
  }

  @Test
  void writingTheSame() throws IOException {
    dieEverywhere(
        run -> List.of(first(run), second(run)),
        (table, run) -> table.put(first(run)),
        run -> List.of(first(run), second(run)));
  }

  @Test
  void deleting() throws IOException {
    dieEverywhere(
        run -> List.of(first(run), second(run)),
        (table, run) -> {
          table.delete(first(run));
          table.delete(second(run));
        },
        run -> List.of());
  }

  @Test
  void changingMany() throws IOException {
    dieEverywhere(
        run -> ten(run, "a", "b"),
        (table, run) -> table.putAll(ten(run, "d", "e")),
        run -> ten(run, "d", "e"));
  }

  /** Of whom one is there. */
  @Test
  void puttingManyIfAbsent() throws IOException {
    dieEverywhere(
        run -> List.of(second(run)),
        (table, run) -> table.putAllIfAbsent(ten(run, "d", "e")),
        run -> {
          List<Item> all = ten(run, "d", "e");
          all.set(2, second(run));
          return all;
        });
  }

  @Test
  void mergingMany() throws IOException {
    dieEverywhere(
        run -> ten(run, "a", "b").subList(0, 5),
        (table, run) -> table.mergeAll(ten(run, "d", "e")),
        run -> ten(run, "d", "e"));
  }

  @Test
  void loadingMany() throws IOException {
    dieEverywhere(
        run -> List.of(),
        (table, run) -> table.load(ten(run, "d", "e").stream()),
        run -> ten(run, "d", "e"));
  }

  @Test
  void takingANameThatAnotherGaveUp() throws IOException {
    dieEverywhere(
        run -> List.of(first(run)),
        (table, run) -> {
          table.put(first(run).named("e"));
          table.put(second(run).named("a"));
        },
        run -> List.of(first(run).named("e"), second(run).named("a")));
  }

  /** Who comes across entries that no record has removes them. */
  @Test
  void reading() throws IOException {
    dieEverywhere(
        run -> List.of(first(run), second(run)),
        (table, run) -> {
          Item changed = new Item(run, 1, "e", "c", "d", null);
          table.put(changed);
          for (String index : Items.INDEXES) {
            assertThat(table.through(index, run)).containsExactlyInAnyOrder(changed, second(run));
          }
        },
        run -> List.of(new Item(run, 1, "e", "c", "d", null), second(run)));
  }

  @Test
  void repairing() throws IOException {
    dieEverywhere(
        run -> List.of(first(run), second(run)),
        (table, run) -> {
          table.put(first(run).named("e").sided("a", "b"));
          table.delete(second(run));
          for (String index : Items.INDEXES) {
            table.repairIndex(index);
          }
        },
        run -> List.of(first(run).named("e").sided("a", "b")));
  }

  /** Former versions of an entry are not to come to light when the last is removed. */
  @Test
  void changingWhatWasWrittenTwice() throws IOException {
    dieEverywhere(
        run -> List.of(first(run)),
        (table, run) -> {
          table.put(first(run));
          Items.awaitNextMillisecond();
          table.put(first(run));
          table.put(new Item(run, 1, "e", "e", "e", "e"));
        },
        run -> List.of(new Item(run, 1, "e", "e", "e", "e")));
  }

  /** What a build that died has not done, the next one finds and does. */
  @Test
  void building() throws IOException {
    for (Death.Moment moment : Death.Moment.values()) {
      boolean died = true;
      for (int call = moment.firstCall(callsApart()); died; call += callsApart()) {
        run++;
        try (RecordTable<Item> old = items.openWithoutIndexes()) {
          old.putAll(ten(run, "a", "b"));
        }
        Death death = new Death(call, moment);
        buildAll(death);
        died = death.happened();
        buildAll(new Death(Integer.MAX_VALUE, moment));
        items.check(run, death.toString());
        items.repairAll(death.toString());
        try (RecordTable<Item> table = items.open()) {
          assertThat(Items.of(table, run)).isEqualTo(ten(run, "a", "b"));
        }
        items.clear();
      }
    }
  }

  private void buildAll(Death death) throws IOException {
    try (RecordTable<Item> table = items.open(death)) {
      for (String index : Items.INDEXES) {
        assertThat(table.repairIndex(index).isComplete()).isTrue();
      }
    } catch (Death.ClientDied e) {
      assertThat(death.happened()).isTrue();
    }
  }
}
