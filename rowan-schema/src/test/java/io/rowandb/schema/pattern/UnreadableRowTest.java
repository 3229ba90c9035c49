package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.View;
import io.rowandb.schema.view.ViewedTable;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * A row of which no record can be made, as of an increment behind a deletion, stops itself alone.
 */
@OnBackEnd
class UnreadableRowTest {
  record Player(int id, String name, String team, long points) {
    Player {
      Objects.requireNonNull(name, "a player has a name");
    }
  }

  record Member(String team, int id) {}

  private final Connection connection;

  UnreadableRowTest(Connection connection) {
    this.connection = connection;
  }

  private static TableDesign<Player> design(String name) {
    return TableDesign.of(name, Player.class)
        .key(key -> key.part(Player::id))
        .family("f")
        .column(Player::name, "f:n")
        .column(Player::team, "f:t")
        .counter(Player::points, "f:p")
        .index("byName", index -> index.on(key -> key.part(Player::name)).unique())
        .index("byTeam", index -> index.on(key -> key.part(Player::team)))
        .index("bySide", index -> index.on(key -> key.part(Player::team)).covering(Player::name))
        .build();
  }

  private static Player player(int id, String name) {
    return new Player(id, name, "red", 0);
  }

  /** Three players, of whom the second was deleted before it got points. */
  private TableDesign<Player> createWithPoints() throws IOException {
    TableDesign<Player> design = design(BackEnd.newTableName("players"));
    try (RecordTable<Player> table = RecordTable.create(connection, design)) {
      table.putAll(List.of(player(1, "ada"), player(2, "bob"), player(3, "eve")));
      table.delete(player(2, "bob"));
      Milliseconds.pass(); // a deletion hides what is written in its millisecond
      table.increment(Player::points, 5, 2);
    }
    return design;
  }

  @Test
  void othersAreFoundAndWritten() throws IOException {
    try (RecordTable<Player> table = RecordTable.open(connection, createWithPoints())) {
      assertThatThrownBy(() -> table.get(2)).hasMessageContaining("a player has a name");
      assertThat(table.where(Player::team).is("red").through("byTeam").list())
          .containsExactlyInAnyOrder(player(1, "ada"), player(3, "eve"));
      assertThat(table.where(Player::name).is("ada").list()).isEqualTo(List.of(player(1, "ada")));
      table.put(player(4, "bob")); // which nobody has: the row has no name
      assertThat(table.where(Player::name).is("bob").list()).isEqualTo(List.of(player(4, "bob")));
      table.putAll(List.of(player(5, "kim"), player(1, "ann")));
      table.put(player(2, "lou")); // and it is a record again
      assertThat(table.get(2)).contains(new Player(2, "lou", "red", 5));
    }
  }

  @Test
  void indexesAreVerifiedAndRepaired() throws IOException {
    TableDesign<Player> design = createWithPoints();
    try (RecordTable<Player> table = RecordTable.open(connection, design, Items.later())) {
      for (String index : List.of("byName", "byTeam", "bySide")) {
        assertThat(table.verifyIndex(index))
            .matches(report -> report.records() == 2 && report.unreadable() == 1)
            .matches(report -> report.missing() == 0 && report.conflicts() == 0)
            .asString()
            .contains("; 1 rows that are no records");
        assertThat(table.repairIndex(index))
            .matches(report -> report.records() == 2 && report.unreadable() == 1);
      }
      assertThat(table.where(Player::team).is("red").through("byTeam").list())
          .containsExactlyInAnyOrder(player(1, "ada"), player(3, "eve"));
    }
  }

  /** Its fields tell which value is its own, though it is no record. */
  @Test
  void itsUniqueValueStaysItsOwn() throws IOException {
    TableDesign<Guarded> design =
        TableDesign.of(BackEnd.newTableName("guarded"), Guarded.class)
            .key(key -> key.part(Guarded::id))
            .family("f")
            .column(Guarded::name, "f:n")
            .column(Guarded::state, "f:s")
            .index("byName", index -> index.on(key -> key.part(Guarded::name)).unique())
            .build();
    try (RecordTable<Guarded> table = RecordTable.create(connection, design);
        Table rows = connection.getTable(design.name())) {
      table.put(new Guarded(1, "a", "open"));
      byte[] row = design.key().encode(new Guarded(1, "a", "open"));
      rows.put(
          new Put(row)
              .addColumn(
                  Bytes.toBytes("f"),
                  Bytes.toBytes("s"),
                  Long.MAX_VALUE - 1,
                  Bytes.toBytes("of a later program")));
      assertThatThrownBy(() -> table.put(new Guarded(2, "a", "open")))
          .isInstanceOf(UniqueViolationException.class);
      table.put(new Guarded(2, "b", "open"));
      assertThat(table.where(Guarded::name).is("a").list()).isEmpty();
      assertThat(table.repairIndex("byName")).matches(report -> report.removed() == 0);
    }
  }

  record Guarded(int id, String name, String state) {
    private static final Set<String> STATES = Set.of("open", "closed");

    Guarded {
      if (!STATES.contains(state)) {
        throw new IllegalArgumentException("a state is one of " + STATES + ": " + state);
      }
    }
  }

  @Test
  void theSameWithoutAThreadThatWaits(Configuration configuration) throws Exception {
    TableDesign<Player> design = createWithPoints();
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).get()) {
      AsyncRecordTable<Player> table = AsyncRecordTable.open(async, design);
      table.put(player(4, "bob")).get();
      assertThat(table.list(table.where(Player::team).is("red").through("byTeam")).get())
          .containsExactlyInAnyOrder(player(1, "ada"), player(3, "eve"), player(4, "bob"));
    }
  }

  @Test
  void viewsOfOthersAreVerifiedAndRebuilt() throws IOException {
    String name = BackEnd.newTableName("teams");
    TableDesign<Player> source = design(name);
    TableDesign<Member> members =
        TableDesign.of(name + "_members", Member.class)
            .key(key -> key.part(Member::team).part(Member::id))
            .family("m")
            .build();
    RecordTable.create(connection, source).close();
    RecordTable.create(connection, members).close();
    View<Player, Member> view =
        View.of(source, members, player -> List.of(new Member(player.team(), player.id())));
    try (ViewedTable<Player> table = ViewedTable.open(connection, source, view);
        RecordTable<Member> read = RecordTable.open(connection, members)) {
      table.put(player(1, "ada"));
      table.put(player(2, "bob"));
      table.delete(player(2, "bob"));
      Milliseconds.pass();
      table.records().increment(Player::points, 5, 2);
      assertThat(table.verify()).allMatch(counts -> counts.isClean() && counts.sourceRows() == 1);
      assertThat(table.rebuild()).allMatch(counts -> counts.missing() == 0);
      table.put(player(2, "lou"));
      List<Member> all = new ArrayList<>(read.all().allowFullScan().list());
      assertThat(all).containsExactly(new Member("red", 1), new Member("red", 2));
      assertThat(table.verify()).allMatch(counts -> counts.isClean() && counts.sourceRows() == 2);
    }
  }
}
