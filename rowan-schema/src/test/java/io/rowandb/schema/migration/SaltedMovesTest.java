package io.rowandb.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedAdmin;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys get more or fewer buckets of a salt while records are written. */
@OnBackEnd
class SaltedMovesTest {
  /** More than the rows of one batch of a copy. */
  private static final int COUNT = 700;

  private static final IndexSettings SETTINGS =
      IndexSettings.usual().withLease(Duration.ofMillis(20));

  record Hit(int id, String page, int count) implements Comparable<Hit> {
    @Override
    public int compareTo(Hit other) {
      return Integer.compare(id, other.id);
    }
  }

  private Connection connection;

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private static TableDesign<Hit> salted(String table, int buckets) {
    return TableDesign.of(table, Hit.class)
        .key(key -> key.salt(buckets, Hit::id).part(Hit::id))
        .family("h")
        .column(Hit::page, "h:p")
        .column(Hit::count, "h:c")
        .build();
  }

  private static Hit hit(int i) {
    return new Hit(i, i % 3 == 0 ? null : "page" + i % 11, i);
  }

  private static void change(MigratedTable<Hit> table, SortedSet<Hit> model, int round)
      throws IOException {
    for (int i = round; i < COUNT; i += 97) {
      Hit changed = new Hit(i, null, 10_000 + round);
      table.put(changed);
      model.remove(changed);
      model.add(changed);
      Hit gone = hit(i + 1);
      table.delete(gone);
      model.remove(gone);
    }
    Hit added = hit(COUNT + round);
    table.put(added);
    model.add(added);
  }

  private void move(int from, int to) throws IOException {
    TableDesign<Hit> old = salted(BackEnd.newTableName("hits"), from);
    TableDesign<Hit> target = salted(BackEnd.newTableName("hits"), to);
    Migration<Hit> migration = Migration.of(old, target);
    SortedSet<Hit> model =
        IntStream.range(0, COUNT)
            .mapToObj(SaltedMovesTest::hit)
            .collect(Collectors.toCollection(TreeSet::new));
    try (RecordTable<Hit> table = RecordTable.create(connection, old)) {
      table.load(model.stream());
    }
    MigrationRun<Hit> run = MigrationRun.of(connection, migration, SETTINGS);
    try (MigratedTable<Hit> table = MigratedTable.open(connection, migration, SETTINGS)) {
      dieWhileCopying(migration);
      change(table, model, 1);
      run.copy();
      check(table, model);
      change(table, model, 2);
      assertThat(run.compare(1_000_000).isClean()).isTrue();
      assertThat(run.switchReads()).isPresent();
      check(table, model);
      change(table, model, 3);
      run.end();
      check(table, model);
      run.dropOld();
    }
    try (RecordTable<Hit> table = RecordTable.open(connection, target, SETTINGS)) {
      assertThat(table.all().allowFullScan().list()).containsExactlyInAnyOrderElementsOf(model);
    }
  }

  /** In the middle of the second batch of rows. */
  private void dieWhileCopying(Migration<Hit> migration) {
    Death death = new Death(1, Death.Moment.HALF_WAY);
    Connection mortal =
        WatchedAdmin.of(
            connection, call -> call.name().equals("batch") ? death.pass(call) : call.make());
    assertThatThrownBy(() -> MigrationRun.of(mortal, migration, SETTINGS).copy())
        .isInstanceOf(Death.ClientDied.class);
  }

  private static void check(MigratedTable<Hit> table, SortedSet<Hit> model) throws IOException {
    assertThat(table.all().allowFullScan().list()).containsExactlyInAnyOrderElementsOf(model);
    for (Hit each : model) {
      if (each.id() % 50 == 0) {
        assertThat(table.get(each.id())).contains(each);
      }
    }
  }

  @Test
  void moreBuckets() throws IOException {
    move(2, 8);
  }

  @Test
  void fewerBuckets() throws IOException {
    move(8, 3);
  }
}
