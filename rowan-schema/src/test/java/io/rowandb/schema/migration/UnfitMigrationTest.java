package io.rowandb.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.KeyPart;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.MigrationPhase;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.Comparator;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.junit.jupiter.api.Test;

/** Designs, tables and records that do not fit the new key. */
@OnBackEnd
class UnfitMigrationTest extends MovedCalls {
  @Test
  void aFieldWithoutANewFormIsNotSet() throws IOException {
    make(5);
    TableDesign<Call> narrow =
        byHashColumns()
            .marked()
            .index("two", index -> index.on(key -> key.part(Call::seconds, twoDigits())))
            .build();
    Migration<Call> migration = Migration.of(byMonth(), narrow);
    MigrationRun<Call> run = MigrationRun.of(connection, migration, SETTINGS);
    run.copy();
    run.switchReads();
    try (MigratedTable<Call> table = MigratedTable.open(connection, migration, SETTINGS)) {
      assertThatThrownBy(() -> table.field(Call::seconds, "071", 1, 1L).set(100))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("100");
      assertThat(table.get("071", 1, 1L)).contains(call(1));
      run.end();
      assertThat(all(table)).hasSize(5);
    }
  }

  private static KeyPart<Integer> twoDigits() {
    return Parts.mapped(
        Parts.digits(2), Long::intValue, Integer::longValue, Comparator.naturalOrder());
  }

  @Test
  void aNewTableWithRowsOfItsOwn() throws IOException {
    make(10);
    try (RecordTable<Call> own = RecordTable.create(connection, byHash())) {
      own.put(call(99));
    }
    assertThatThrownBy(() -> run().copy())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(name + "_new has rows that are not those of " + name);
    assertThat(inNew()).containsExactly(call(99));
    assertThat(run().phase()).isEqualTo(MigrationPhase.NONE);
  }

  /** The new key does not hold all of what makes records distinct. */
  @Test
  void recordsOfOneNewKey() throws IOException {
    make(50);
    TableDesign<Call> lossy =
        TableDesign.of(name + "_new", Call.class)
            .key(
                key ->
                    key.hash(Digest.md5(1), Call::phone, Call::start)
                        .lossy(Call::phone, Call::start)
                        .part(Call::month))
            .family("n")
            .column(Call::phone, "n:p")
            .column(Call::start, "n:t")
            .column(Call::seconds, "n:s")
            .marked()
            .build();
    Migration<Call> migration = Migration.of(byMonth(), lossy);
    MigrationRun<Call> run = MigrationRun.of(connection, migration, SETTINGS);
    try (MigratedTable<Call> table = MigratedTable.open(connection, migration, SETTINGS)) {
      for (int i = 50; i < 400; i++) {
        table.put(call(i));
      }
      assertThat(run.sample(1_000).sharing()).isPositive();
      run.copy();
      assertThatThrownBy(run::switchReads)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("still differs");
      assertThat(run.phase()).isEqualTo(MigrationPhase.COPYING);
      assertThat(all(table)).hasSize(400);
      run.cancel();
      table.put(call(401));
    }
  }

  @Test
  void recordsWithoutANewForm() throws IOException {
    make(50);
    TableDesign<Call> narrow =
        TableDesign.of(name + "_new", Call.class)
            .key(key -> key.part(Call::phone).part(Call::month).part(Call::start, Parts.digits(2)))
            .family("n")
            .column(Call::seconds, "n:s")
            .marked()
            .build();
    Migration<Call> migration = Migration.of(byMonth(), narrow);
    MigrationRun<Call> run = MigrationRun.of(connection, migration, SETTINGS);
    try (MigratedTable<Call> table = MigratedTable.open(connection, migration, SETTINGS)) {
      table.put(call(99));
      table.put(call(100));
      assertThat(run.sample(1_000).refused()).isEqualTo(1);
      assertThat(run.sample(1_000).toString()).contains("100");
      run.copy();
      table.put(call(101));
      assertThatThrownBy(run::switchReads)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("2 records have no form");
      assertThat(all(table)).hasSize(53);
      table.delete(call(100));
      table.delete(call(101));
      run.switchReads();
      assertThatThrownBy(() -> table.put(call(102))).isInstanceOf(IllegalArgumentException.class);
      assertThat(all(table)).hasSize(51);
    }
  }

  @Test
  void designsThatCannotBe() throws IOException {
    assertThatThrownBy(() -> Migration.of(byMonth(), byMonth()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another name");
    TableDesign<Call> less =
        TableDesign.of(name + "_new", Call.class)
            .key(key -> key.part(Call::phone).part(Call::start))
            .family("n")
            .column(Call::month, "n:m")
            .column(Call::seconds, "n:s")
            .build();
    assertThatThrownBy(() -> Migration.of(byMonth(), less))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[month, phone, start]")
        .hasMessageContaining("[phone, start]");
    assertThatThrownBy(this::opened).isInstanceOf(TableNotFoundException.class);
    make(1);
    try (MigratedTable<Call> table = opened()) {
      assertThatThrownBy(() -> table.get("070"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1 values");
      assertThatThrownBy(() -> table.put(null)).hasMessageContaining("null");
    }
    run().copy();
    Migration<Call> elsewhere =
        Migration.of(
            byMonth(),
            TableDesign.of(name + "_other", Call.class)
                .key(key -> key.part(Call::phone).part(Call::month).part(Call::start))
                .family("n")
                .column(Call::seconds, "n:s")
                .build());
    assertThatThrownBy(() -> MigrationRun.of(connection, elsewhere, SETTINGS).copy())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("are being moved to " + name + "_new");
    assertThatThrownBy(() -> MigratedTable.open(connection, elsewhere, SETTINGS))
        .isInstanceOf(IllegalStateException.class);
  }
}
