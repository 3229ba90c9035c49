package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedAdmin;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

/** A new view whose build is begun again, when a row has come that no record gives any more. */
@OnBackEnd
class SurplusOfNewViewTest {
  record Item(int id, String shelf, String text) {}

  /** Nobody is beside it. */
  private static final IndexSettings ALONE = IndexSettings.usual().withLease(Duration.ofNanos(1));

  private static final Item FIRST = new Item(1, "a", "first");
  private static final Item SECOND = new Item(2, "a", "second");

  private static TableDesign<Item> items(String name) {
    return TableDesign.of(name, Item.class)
        .key(key -> key.part(Item::id))
        .family("f")
        .column(Item::shelf, "f:s")
        .column(Item::text, "f:t")
        .build();
  }

  private static TableDesign<Item> shelves(String name) {
    return TableDesign.of(name + "_shelves", Item.class)
        .key(key -> key.part(Item::shelf))
        .family("f")
        .column(Item::id, "f:i")
        .column(Item::text, "f:t")
        .build();
  }

  /**
   * Two records gave one row, against the rule, and a program that does not know the view has
   * deleted the later one: what is left gives the row at a time that is older than its removal.
   */
  @Test
  void aRowThatAnotherRecordGivesIsNotHiddenByItsRemoval(Connection connection) throws IOException {
    int begunAgain = 0;
    boolean died = true;
    for (int call = 0; died; call++) {
      String name = BackEnd.newTableName("items");
      View<Item, Item> view = View.of(items(name), shelves(name), List::of);
      try (RecordTable<Item> table = RecordTable.create(connection, items(name))) {
        table.put(FIRST);
      }
      Death death = new Death(call, Death.Moment.BEFORE);
      try {
        Connection mortal = WatchedAdmin.of(connection, death);
        ViewPlan.of(mortal, ALONE, items(name), List.of(view)).run();
      } catch (Death.ClientDied e) {
        begunAgain += comesAndGoes(connection, view) ? 1 : 0;
      }
      died = death.happened();
      ViewPlan.of(connection, ALONE, items(name), List.of(view)).run();
      if (died) {
        try (RecordTable<Item> table = RecordTable.open(connection, shelves(name), ALONE)) {
          assertThat(table.all().allowFullScan().list()).as("%s", death).containsExactly(FIRST);
        }
      }
      BackEnd.drop(connection, name);
    }
    assertThat(begunAgain).isPositive();
  }

  /** Says whether the tables were such that the view could be written. */
  private static boolean comesAndGoes(Connection connection, View<Item, Item> view)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(view.target().name())) {
        return false;
      }
    }
    try (ViewedTable<Item> table =
        ViewedTable.open(connection, Clock.systemUTC(), ALONE, view.source(), List.of(view))) {
      table.put(SECOND);
    } catch (ChangedDesignException e) {
      return false;
    }
    try (Table table = connection.getTable(view.source().name())) {
      table.delete(new Delete(view.source().key().encode(SECOND)));
    }
    return true;
  }
}
