package io.rowandb.schema.migration;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;

/** Records of calls whose key begins with the month, to be moved to one that begins with a hash. */
abstract class MovedCalls {
  record Call(int month, String phone, long start, int seconds) implements Comparable<Call> {
    @Override
    public int compareTo(Call other) {
      return toString().compareTo(other.toString());
    }
  }

  static final IndexSettings SETTINGS = IndexSettings.usual().withLease(Duration.ofMillis(40));

  /** Much longer than any pause of a machine between a writer's look and its row. */
  static final IndexSettings BESIDE_OTHERS = IndexSettings.usual().withLease(Duration.ofSeconds(2));

  Connection connection;

  /** Of the old table; that of the new one begins with it. */
  String name = BackEnd.newTableName("calls");

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  TableDesignBuilder<Call> byMonthColumns() {
    return TableDesign.of(name, Call.class)
        .key(key -> key.part(Call::month).part(Call::phone).part(Call::start))
        .family("c")
        .column(Call::seconds, "c:s");
  }

  TableDesign<Call> byMonth() {
    return byMonthColumns().marked().build();
  }

  TableDesignBuilder<Call> byHashColumns() {
    return TableDesign.of(name + "_new", Call.class)
        .key(
            key ->
                key.hash(Digest.md5(2), Call::phone)
                    .part(Call::phone)
                    .part(Call::month)
                    .part(Call::start))
        .family("n")
        .column(Call::seconds, "n:s");
  }

  TableDesign<Call> byHash() {
    return byHashColumns()
        .marked()
        .index("bySeconds", index -> index.on(key -> key.part(Call::seconds)))
        .build();
  }

  Migration<Call> migration() {
    return Migration.of(byMonth(), byHash());
  }

  MigrationRun<Call> run() {
    return MigrationRun.of(connection, migration(), SETTINGS);
  }

  MigratedTable<Call> opened() throws IOException {
    return MigratedTable.open(connection, migration(), SETTINGS);
  }

  static Call call(int i) {
    return new Call(i % 7, "07" + i % 10, i, 10 + i % 50);
  }

  void make(int count) throws IOException {
    try (RecordTable<Call> table = RecordTable.create(connection, byMonth())) {
      table.load(IntStream.range(0, count).mapToObj(MovedCalls::call));
    }
  }

  /** All that the table which is read now has, in the order of this type. */
  static SortedSet<Call> all(MigratedTable<Call> table) throws IOException {
    return new TreeSet<>(table.all().allowFullScan().list());
  }

  List<Call> inNew() throws IOException {
    try (RecordTable<Call> table = RecordTable.open(connection, byHash(), SETTINGS)) {
      return table.all().allowFullScan().list();
    }
  }
}
