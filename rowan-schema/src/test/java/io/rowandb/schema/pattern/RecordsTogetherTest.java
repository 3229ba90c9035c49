package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several records of a group, which HBase has in one region, written as one. */
@OnBackEnd
class RecordsTogetherTest {
  private static final int THREADS = 8;
  private static final int OF_A_THREAD = BackEnd.isHBase() ? 20 : 300;
  private static final int SUM = 1_000;

  record Account(String owner, int number, String kind, long cents) {}

  private final Connection connection;
  private TableDesign<Account> design;

  RecordsTogetherTest(Connection connection) {
    this.connection = connection;
  }

  private static TableDesignBuilder<Account> accounts() {
    return TableDesign.of(BackEnd.newTableName("accounts"), Account.class)
        .key(key -> key.part(Account::owner, Parts.fixedText(4)).part(Account::number))
        .family("f")
        .column(Account::kind, "f:k")
        .column(Account::cents, "f:c")
        .index("byKind", index -> index.on(key -> key.part(Account::kind)));
  }

  @BeforeEach
  void create() throws IOException {
    design = accounts().keepTogether(Account::owner).build();
    RecordTable.create(connection, design).close();
  }

  private RecordTable<Account> open() throws IOException {
    return RecordTable.open(connection, design);
  }

  private static Account account(int number, String kind, long cents) {
    return new Account("adas", number, kind, cents);
  }

  private static List<Account> of(RecordTable<Account> table, String owner) throws IOException {
    return table.where(Account::owner).is(owner).list();
  }

  @Test
  void allOfItIsThere() throws IOException {
    try (RecordTable<Account> table = open()) {
      table.put(account(1, "old", 1));
      table.put(account(2, "old", 2));
      table.put(account(3, "old", 3));
      table
          .togetherOf("adas")
          .put(account(1, null, 10)) // a null deletes its column
          .put(account(4, "new", 40))
          .delete(account(2, "old", 2))
          .deleteKey("adas", 3)
          .run();
      assertThat(of(table, "adas")).containsExactly(account(1, null, 10), account(4, "new", 40));
      assertThat(table.where(Account::kind).is("old").list()).isEmpty();
      assertThat(table.where(Account::kind).is("new").list())
          .containsExactly(account(4, "new", 40));
      table.togetherOf("adas").put(account(2, "new", 20)).run(); // after its deletion
      assertThat(of(table, "adas")).hasSize(3);
      assertThat(table.verifyIndex("byKind").missing()).isZero();
    }
  }

  @Test
  void aRecordOfAnotherGroupIsRefusedBeforeAnythingIsWritten() throws IOException {
    try (RecordTable<Account> table = open()) {
      RecordsTogether<Account> changes = table.togetherOf("adas").put(account(1, "a", 1));
      assertThatThrownBy(() -> changes.put(new Account("bobs", 1, "a", 1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a record of row bobs")
          .hasMessageContaining("has another [owner]")
          .hasMessageContaining("begin with adas");
      assertThatThrownBy(() -> changes.deleteKey("bobs", 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a key of row bobs");
      assertThatThrownBy(() -> changes.delete(account(1, "a", 1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is written or deleted twice");
      assertThat(table.all().allowFullScan().list()).isEmpty();
    }
  }

  @Test
  void whatCannotBeWrittenIsRefused() throws IOException {
    try (RecordTable<Account> table = open()) {
      assertThatThrownBy(() -> table.togetherOf("adas").run())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no record to write or delete is given");
      assertThatThrownBy(() -> table.togetherOf("adas", 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("are together by [owner], and not by 2 values");
      assertThatThrownBy(() -> table.togetherOf(1)).isInstanceOf(IllegalArgumentException.class);
      RecordsTogether<Account> many = table.togetherOf("adas");
      IntStream.range(0, 500).forEach(number -> many.put(account(number, "a", 1)));
      assertThatThrownBy(() -> many.put(account(500, "a", 1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no more than 500");
      many.run();
      assertThat(table.where(Account::owner).is("adas").count()).isEqualTo(500);
    }
  }

  @Test
  void aDesignThatKeepsNothingTogetherHasNoSuchWrites() throws IOException {
    try (RecordTable<Account> table = RecordTable.open(connection, accounts().build())) {
      assertThatThrownBy(() -> table.togetherOf("adas"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("declare keepTogether");
    }
  }

  @Test
  void aTableOfAnotherDesignLacksTheEndpoint() throws IOException {
    TableDesignBuilder<Account> builder = accounts();
    RecordTable.create(connection, builder.build()).close();
    TableDesign<Account> later = builder.keepTogether(Account::owner).build();
    try (RecordTable<Account> table = RecordTable.open(connection, later)) {
      assertThatThrownBy(() -> table.togetherOf("adas").put(account(1, "a", 1)).run())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("has no MultiRowMutationEndpoint")
          .hasMessageContaining("no record is written");
      assertThat(table.all().allowFullScan().list()).isEmpty();
    }
  }

  @Test
  void aGroupInSeveralRegionsIsNotWritten() throws IOException {
    TableDesign<Account> divided = accounts().keepTogether(Account::owner).build();
    byte[] within = divided.key().encode(account(2, "a", 1));
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(divided.descriptor(), new byte[][] {within});
      admin.createTable(divided.tables().get(1).descriptor());
    }
    try (RecordTable<Account> table = RecordTable.open(connection, divided)) {
      assertThatThrownBy(
              () -> table.togetherOf("adas").put(account(1, "a", 1)).put(account(2, "a", 1)).run())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("with the same [owner] are in several regions")
          .hasMessageContaining("no record is written");
      assertThat(table.all().allowFullScan().list()).isEmpty();
      assertThat(table.where(Account::kind).is("a").list()).isEmpty();
      table.togetherOf("adas").put(account(2, "a", 1)).put(account(3, "a", 1)).run();
      assertThat(of(table, "adas")).hasSize(2);
    }
  }

  /** Of a width, and of a text with an end. */
  @Test
  void noSplitDividesAGroup() throws IOException, InterruptedException {
    assertUndivided(design);
    assertUndivided(
        TableDesign.of(BackEnd.newTableName("accounts"), Account.class)
            .key(key -> key.part(Account::owner).part(Account::number))
            .family("f")
            .column(Account::kind, "f:k")
            .column(Account::cents, "f:c")
            .keepTogether(Account::owner)
            .build());
  }

  private void assertUndivided(TableDesign<Account> kept) throws IOException, InterruptedException {
    try (RecordTable<Account> table = RecordTable.openOrCreate(connection, kept);
        Admin admin = connection.getAdmin()) {
      table.put(new Account("aaaa", 1, "a", 1));
      table.put(account(1, "a", 1));
      table.put(account(2, "a", 1));
      byte[] within = kept.key().encode(account(2, "a", 1));
      try {
        admin.splitRegionAsync(onlyRegion(admin, kept).getRegionName(), within).get();
      } catch (java.util.concurrent.ExecutionException e) {
        throw new IOException(e.getCause());
      }
      List<RegionInfo> regions = admin.getRegions(kept.name());
      assertThat(regions).hasSize(2);
      assertThat(Bytes.toString(regions.get(1).getStartKey())).isEqualTo("adas");
      table.togetherOf("adas").put(account(1, "b", 2)).put(account(2, "b", 2)).run();
      assertThat(of(table, "adas")).containsExactly(account(1, "b", 2), account(2, "b", 2));
    }
  }

  private static RegionInfo onlyRegion(Admin admin, TableDesign<?> table) throws IOException {
    List<RegionInfo> regions = admin.getRegions(table.name());
    assertThat(regions).hasSize(1);
    return regions.get(0);
  }

  /** The program that is dead has written all or nothing, whenever it died. */
  @Test
  void aClientDies() throws IOException {
    int deaths = 0;
    for (Death.Moment moment : List.of(Death.Moment.BEFORE, Death.Moment.AFTER)) {
      boolean died = true;
      for (int call = 0; died; call++) {
        try (RecordTable<Account> table = open()) {
          table.togetherOf("adas").put(account(1, "a", 1)).put(account(2, "a", 1)).run();
        }
        Death death = new Death(call, moment);
        try (RecordTable<Account> mortal =
            RecordTable.open(WatchedConnection.of(connection, death), design)) {
          mortal
              .togetherOf("adas")
              .put(account(1, "b", 2))
              .deleteKey("adas", 2)
              .put(account(3, "b", 2))
              .run();
        } catch (Death.ClientDied e) {
          assertThat(death.happened()).isTrue();
        }
        died = death.happened();
        deaths += died ? 1 : 0;
        assertAllOrNothing(death.toString(), died);
      }
    }
    assertThat(deaths).isGreaterThanOrEqualTo(4); // the entries' call, and that of the rows
  }

  private void assertAllOrNothing(String when, boolean died) throws IOException {
    List<Account> before = List.of(account(1, "a", 1), account(2, "a", 1));
    List<Account> after = List.of(account(1, "b", 2), account(3, "b", 2));
    try (RecordTable<Account> table = open()) {
      List<Account> there = of(table, "adas");
      assertThat(there).as(when).isIn(died ? List.of(before, after) : List.of(after));
      for (String kind : List.of("a", "b")) {
        assertThat(table.where(Account::kind).is(kind).list())
            .as("%s, %s", when, kind)
            .containsExactlyInAnyOrderElementsOf(
                there.stream().filter(each -> each.kind().equals(kind)).toList());
      }
      assertThat(table.verifyIndex("byKind").missing()).as(when).isZero();
      table.togetherOf("adas").deleteKey("adas", 1).deleteKey("adas", 2).deleteKey("adas", 3).run();
    }
  }

  /** Writers move money between two accounts; no scan sees it in both or in none. */
  @Test
  @Tag("slow")
  void noScanSeesHalfOfIt() throws Exception {
    write(0);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        boolean writes = i % 2 == 0;
        int first = i * OF_A_THREAD;
        all.add(threads.submit(() -> writes ? writeSome(first) : readSome()));
      }
      for (Future<Integer> each : all) {
        assertThat(each.get()).isEqualTo(OF_A_THREAD);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void write(int moved) throws IOException {
    try (RecordTable<Account> table = open()) {
      write(table, moved);
    }
  }

  private static void write(RecordTable<Account> table, int moved) throws IOException {
    long cents = moved % SUM;
    table.togetherOf("adas").put(account(1, "a", cents)).put(account(2, "a", SUM - cents)).run();
  }

  private int writeSome(int first) throws IOException {
    try (RecordTable<Account> table = open()) {
      for (int i = 0; i < OF_A_THREAD; i++) {
        write(table, first + i);
      }
    }
    return OF_A_THREAD;
  }

  private int readSome() throws IOException {
    try (RecordTable<Account> table = open()) {
      for (int i = 0; i < OF_A_THREAD; i++) {
        List<Account> both = of(table, "adas");
        assertThat(both).hasSize(2);
        assertThat(both.get(0).cents() + both.get(1).cents()).isEqualTo(SUM);
      }
    }
    return OF_A_THREAD;
  }

  @Test
  void regionsOfADesignDivideNoGroup() {
    assertThatThrownBy(
            () -> accounts().keepTogether(Account::owner).splits(Splits.at("adas\\x00")).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the first 4 bytes in common")
        .hasMessageContaining("adas\\x00 would divide some");
    assertThat(accounts().keepTogether(Account::owner).splits(Splits.at("m")).build().splitKeys())
        .hasSize(1);
  }

  @Test
  void theShellMakesSuchATable() {
    assertThat(design.toShell())
        .contains("MultiRowMutationEndpoint")
        .contains("'hbase.regionserver.region.split_restriction.type' => 'KeyPrefix'")
        .contains("'hbase.regionserver.region.split_restriction.prefix_length' => '4'");
  }

  @Test
  void rowsWithMarksAreNotWrittenSo() {
    assertThatThrownBy(() -> accounts().keepTogether(Account::owner).marked().build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("keeps records together by [owner]")
        .hasMessageContaining("its rows have marks");
  }

  @Test
  void fieldsThatTheKeyDoesNotBeginWithAreRefused() {
    assertThatThrownBy(() -> accounts().keepTogether(Account::number).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rows with the same [number] are not together");
  }
}
