package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.Versioned;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A source whose key has a salt, whose family goes by the order of writes and which has a history
 * and a counter; a view whose key has a salt, too. Both share their tables with an index.
 */
@OnBackEnd
class ViewOfManyKindsTest {
  record Meter(int id, String owner, List<Versioned<Long>> readings, long alarms) {}

  record Owned(String owner, int id) {}

  private static final Instant T0 = Instant.parse("2020-01-01T00:00:00Z");
  private static final int METERS = 20;

  private Connection connection;
  private View<Meter, Owned> view;
  private RecordTable<Owned> owned;
  private ViewedTable<Meter> table;

  @BeforeEach
  void create(Connection given) throws IOException {
    connection = given;
    TableDesign<Meter> meters =
        TableDesign.of(BackEnd.newTableName("meters"), Meter.class)
            .key(key -> key.literal("D-").salt(4).part(Meter::id))
            .family("m", family -> family.setNewVersionBehavior(true).setMaxVersions(5))
            .family("i")
            .column(Meter::owner, "m:o")
            .versions(Meter::readings, "m:r", 5)
            .counter(Meter::alarms, "m:a")
            .index("byOwner", i -> i.on(k -> k.part(Meter::owner)).inTableOfRecords("I-", "i"))
            .build();
    TableDesign<Owned> byOwner =
        TableDesign.of(BackEnd.newTableName("owned"), Owned.class)
            .key(key -> key.literal("D-").salt(3).part(Owned::owner).part(Owned::id))
            .family("o")
            .index("byId", i -> i.on(k -> k.part(Owned::id)).inTableOfRecords("I-", "o"))
            .build();
    view =
        View.of(
            meters,
            byOwner,
            meter -> {
              assertThat(meter.readings()).isEmpty();
              assertThat(meter.alarms()).isZero();
              return meter.owner() == null
                  ? List.of()
                  : List.of(new Owned(meter.owner(), meter.id()));
            });
    RecordTable.create(connection, meters).close();
    owned = RecordTable.create(connection, byOwner);
    table = ViewedTable.open(connection, meters, view);
  }

  @AfterEach
  void close() throws IOException {
    table.close();
    owned.close();
  }

  private static Meter meter(int id, String owner, long... readings) {
    List<Versioned<Long>> history = new ArrayList<>();
    for (long reading : readings) {
      history.add(new Versioned<>(T0.plusSeconds(reading), reading));
    }
    return new Meter(id, owner, history, 0);
  }

  private void assertClean(long meters, long rows) throws IOException {
    assertThat(table.verify())
        .containsExactly(new ViewCounts(view.name(), meters, rows, 0, 0, 0, 0));
    assertThat(table.records().verifyIndex("byOwner").missing()).isZero();
    assertThat(owned.verifyIndex("byId").missing()).isZero();
    assertThat(owned.all().allowFullScan().list()).hasSize((int) rows);
  }

  @Test
  void aHistoryGrowsAndACounterStaysWhileTheOwnerChanges() throws IOException {
    table.put(meter(7, "ada", 1, 2));
    table.records().increment(Meter::alarms, 3, 7);
    table.put(meter(7, "bob", 3));
    assertThat(table.records().get(7))
        .contains(new Meter(7, "bob", meter(7, null, 3, 2, 1).readings(), 3));
    assertThat(owned.where(Owned::id).is(7).through("byId").list())
        .containsExactly(new Owned("bob", 7));
    assertThat(table.records().where(Meter::owner).is("ada").list()).isEmpty();
    assertClean(1, 1);
    table.delete(meter(7, null));
    assertThat(table.records().get(7)).isEmpty();
    assertClean(0, 0);
    table.put(meter(7, "cat"));
    assertThat(table.records().get(7)).contains(meter(7, "cat"));
    table.put(meter(7, null));
    assertThat(table.records().get(7)).contains(meter(7, null));
    assertClean(1, 0);
  }

  @Test
  void rowsOfAllBucketsAreRepairedAndRebuilt() throws IOException {
    List<Meter> all =
        IntStream.range(0, METERS).mapToObj(id -> meter(id, "owner" + id % 3)).toList();
    Death death = new Death(2, Death.Moment.BEFORE); // entries and rows are written, no view rows
    try (ViewedTable<Meter> dying =
        ViewedTable.open(WatchedConnection.of(connection, death), view.source(), view)) {
      dying.load(all.stream());
    } catch (Death.ClientDied e) {
      assertThat(death.happened()).isTrue();
    }
    assertThat(table.verify())
        .containsExactly(new ViewCounts(view.name(), METERS, 0, METERS, 0, 0, METERS));
    assertThat(table.repair(Duration.ZERO)).isEqualTo(new RepairCounts(METERS, METERS));
    assertClean(METERS, METERS);
    assertThat(table.records().where(Meter::owner).is("owner1").list()).hasSize(7);
    table.records().load(IntStream.range(METERS, 30).mapToObj(id -> meter(id, "new")));
    assertThat(table.rebuild()).containsExactly(new ViewCounts(view.name(), 30, 30, 10, 0, 0, 0));
    assertClean(30, 30);
    assertThat(owned.where(Owned::owner).is("new").list()).hasSize(10);
  }

  @Test
  void whatWasLoadedIsWrittenAsAnythingElse() throws IOException {
    assertThat(table.load(IntStream.range(0, METERS).mapToObj(id -> meter(id, "ada", id + 1))))
        .isEqualTo(METERS);
    assertClean(METERS, METERS);
    assertThat(table.records().get(3)).contains(meter(3, "ada", 4));
    table.put(meter(3, "bob"));
    table.delete(meter(4, null));
    assertClean(METERS - 1, METERS - 1);
    assertThat(owned.where(Owned::owner).is("bob").list()).containsExactly(new Owned("bob", 3));
  }
}
