package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.IndexDesignBuilder;
import io.rowandb.schema.table.NewTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An index that a table gets which has records already answers when it is built, and not before.
 */
@OnBackEnd
class UnbuiltIndexTest {
  record Player(String name, int score) {}

  private Connection connection;
  private final String name = BackEnd.newTableName("players");

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private TableDesignBuilder<Player> players() {
    return TableDesign.of(name, Player.class)
        .key(key -> key.literal("R").part(Player::name, Parts.textToEnd()))
        .family("i")
        .column(Player::score, "i:s");
  }

  private TableDesign<Player> without() {
    return players().build();
  }

  private TableDesign<Player> with(UnaryOperator<IndexDesignBuilder<Player>> index) {
    return players()
        .index("byScore", each -> index.apply(each.on(k -> k.part(Player::score))))
        .build();
  }

  private void fill(TableDesign<Player> design, int from, int to) throws IOException {
    try (RecordTable<Player> table = RecordTable.open(connection, design)) {
      for (int i = from; i < to; i++) {
        table.put(new Player("p" + i, i % 2));
      }
    }
  }

  private void makeTableOfIndex(TableDesign<Player> design) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (NewTable table : design.tables()) {
        if (!admin.tableExists(table.descriptor().getTableName())) {
          table.create(admin);
        }
      }
    }
  }

  private void isRefusedThenBuilt(TableDesign<Player> design) throws IOException {
    try (RecordTable<Player> reader = RecordTable.open(connection, design)) {
      assertThatThrownBy(() -> reader.where(Player::score).is(1).list())
          .isInstanceOf(UnservedReadException.class)
          .hasMessageContaining("index byScore is not built")
          .hasMessageContaining("repairIndex(\"byScore\")");
      assertThatThrownBy(() -> reader.where(Player::score).is(1).through("byScore").list())
          .isInstanceOf(UnservedReadException.class)
          .hasMessageContaining("repairIndex(\"byScore\")");
      fill(design, 10, 12);
      assertThatThrownBy(() -> reader.where(Player::score).is(1).first())
          .isInstanceOf(UnservedReadException.class);
      try (RecordTable<Player> other = RecordTable.open(connection, design)) {
        assertThat(other.repairIndex("byScore").added()).isEqualTo(10);
      }
      assertThat(reader.where(Player::score).is(1).list()).hasSize(6);
    }
    try (RecordTable<Player> later = RecordTable.open(connection, design)) {
      assertThat(later.where(Player::score).is(1).through("byScore").list()).hasSize(6);
    }
  }

  @Test
  void inATableOfItsOwn() throws IOException {
    RecordTable.create(connection, without()).close();
    fill(without(), 0, 10);
    TableDesign<Player> design = with(index -> index);
    makeTableOfIndex(design);
    isRefusedThenBuilt(design);
  }

  /** Then a record may have been written without it, behind the place where the repair is. */
  @Test
  void anIndexThatWasGivenUpWhileItWasRepairedStaysUnbuilt() throws IOException {
    RecordTable.create(connection, with(index -> index)).close();
    fill(with(index -> index), 0, 10);
    AtomicInteger entries = new AtomicInteger();
    TableDesign<Player> repaired =
        with(index -> index.only("all", player -> atFirst(entries, this::giveUpAndBeginAgain)));
    RecordTable.declare(connection, repaired);
    try (RecordTable<Player> table = RecordTable.open(connection, repaired)) {
      assertThatThrownBy(() -> table.repairIndex("byScore"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("index byScore was given up and begun again");
      assertThat(entries).hasPositiveValue();
    }
    TableDesign<Player> later = with(index -> index.only("all", player -> true));
    try (RecordTable<Player> table = RecordTable.open(connection, later)) {
      assertThatThrownBy(() -> table.byIndex("byScore").limit(100).list())
          .isInstanceOf(UnservedReadException.class);
      assertThat(table.repairIndex("byScore").added()).isEqualTo(1);
      assertThat(table.byIndex("byScore").limit(100).list()).hasSize(11);
    }
  }

  private static boolean atFirst(AtomicInteger calls, Runnable then) {
    if (calls.getAndIncrement() == 0) {
      then.run();
    }
    return true;
  }

  /** As another program does; a repair of it dies before it has read a record. */
  private void giveUpAndBeginAgain() {
    try {
      RecordTable.declare(connection, without());
      fill(without(), 11, 12);
      TableDesign<Player> again = with(index -> index.only("all", player -> dies()));
      try (RecordTable<Player> table = RecordTable.open(connection, again)) {
        assertThatThrownBy(() -> table.repairIndex("byScore")).hasMessage("killed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean dies() {
    throw new IllegalStateException("killed");
  }

  @Test
  void inTheTableOfTheRecords() throws IOException {
    RecordTable.create(connection, without()).close();
    fill(without(), 0, 10);
    isRefusedThenBuilt(with(index -> index.inTableOfRecords("X", "i")));
  }

  /** A program that made its table by HBase's calls alone, or before designs were noted. */
  @Test
  void ofATableThatKnowsNoDesign() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(without().name())
              .setColumnFamilies(without().families().values())
              .build());
    }
    fill(without(), 0, 10);
    TableDesign<Player> design = with(index -> index);
    makeTableOfIndex(design);
    isRefusedThenBuilt(design);
  }

  @Test
  void ofAnEmptyTableThereIsNothingToBuild() throws IOException {
    for (UnaryOperator<IndexDesignBuilder<Player>> kind :
        List.<UnaryOperator<IndexDesignBuilder<Player>>>of(
            index -> index, index -> index.table(BackEnd.newTableName("scores")))) {
      TableDesign<Player> design = with(kind);
      makeTableOfIndex(design);
      fill(design, 0, 4);
      try (RecordTable<Player> table = RecordTable.open(connection, design)) {
        assertThat(table.where(Player::score).is(1).list()).hasSize(2);
      }
      try (Admin admin = connection.getAdmin()) {
        for (NewTable table : design.tables()) {
          admin.disableTable(table.descriptor().getTableName());
          admin.deleteTable(table.descriptor().getTableName());
        }
      }
    }
  }

  @Test
  void anIndexWhoseTableWasMadeAnewIsNotBuilt() throws IOException {
    TableDesign<Player> design = with(index -> index);
    RecordTable.create(connection, design).close();
    fill(design, 0, 10);
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(design.indexes().get(0).table());
      admin.deleteTable(design.indexes().get(0).table());
    }
    makeTableOfIndex(design);
    isRefusedThenBuilt(with(index -> index)); // of this design it is not asked for ten seconds
  }

  @Test
  void readsThatTheKeyServesGoOn() throws IOException {
    RecordTable.create(connection, without()).close();
    fill(without(), 0, 10);
    try (RecordTable<Player> table =
        RecordTable.open(connection, with(index -> index.inTableOfRecords("X", "i")))) {
      assertThat(table.get("p1")).contains(new Player("p1", 1));
      assertThat(table.where(Player::name).is("p1").where(Player::score).is(1).list()).hasSize(1);
    }
  }

  @Test
  void withoutAThreadThatWaits(Configuration configuration) throws IOException {
    RecordTable.create(connection, without()).close();
    fill(without(), 0, 10);
    TableDesign<Player> design = with(index -> index.inTableOfRecords("X", "i"));
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join()) {
      AsyncRecordTable<Player> table = AsyncRecordTable.open(async, design);
      assertThatThrownBy(() -> ItemClient.Async.await(table.list(table.where(Player::score).is(1))))
          .isInstanceOf(UnservedReadException.class)
          .hasMessageContaining("repairIndex(\"byScore\")");
      assertThatThrownBy(
              () -> ItemClient.Async.await(table.page(table.where(Player::score).is(1), 5)))
          .isInstanceOf(UnservedReadException.class);
      try (RecordTable<Player> builder = RecordTable.open(connection, design)) {
        assertThat(builder.repairIndex("byScore").isComplete()).isTrue();
      }
      assertThat(ItemClient.Async.await(table.list(table.where(Player::score).is(1)))).hasSize(5);
      assertThat(ItemClient.Async.await(table.page(table.where(Player::score).is(1), 9)).records())
          .hasSize(5);
    }
  }
}
