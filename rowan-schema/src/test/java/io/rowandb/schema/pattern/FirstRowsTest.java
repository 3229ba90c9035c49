package io.rowandb.schema.pattern;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Reads without a condition that take the first records of an order and no others: of the key or an
 * index, plain or in buckets, either way, with and without a thread that waits.
 */
@OnBackEnd
class FirstRowsTest {
  record Player(String name, long score, long born, String club) {}

  private static final int PLAYERS = 200;

  private static final Comparator<Player> BY_SCORE =
      comparing(Player::score).thenComparing(Player::name);
  private static final Comparator<Player> BY_BIRTH =
      comparing(Player::born).thenComparing(Player::name);

  private RecordTable<Player> table;
  private List<Player> players;
  private AsyncConnection asyncConnection;
  private AsyncRecordTable<Player> async;

  private static TableDesign<Player> design() {
    return TableDesign.of(BackEnd.newTableName("players"), Player.class)
        .key(key -> key.salt(4).part(Player::score, Parts.unsigned(4)).part(Player::name))
        .family("f")
        .column(Player::born, "f:b")
        .column(Player::club, "f:c")
        .index("byBirth", index -> index.on(key -> key.part(Player::born, Parts.unsigned(4))))
        .index(
            "bySaltedBirth",
            index -> index.on(key -> key.salt(8).part(Player::born, Parts.unsigned(4))))
        .index("byClub", index -> index.on(key -> key.part(Player::club)))
        .index("byHash", index -> index.on(key -> key.hash(Digest.md5(2), Player::name)))
        .index(
            "ofOld",
            index ->
                index
                    .on(key -> key.part(Player::born, Parts.unsigned(4)))
                    .only("born early", player -> player.born() < 20))
        .build();
  }

  @BeforeEach
  void create(Connection connection) throws Exception {
    table = RecordTable.create(connection, design());
    players =
        IntStream.range(0, PLAYERS)
            .mapToObj(
                i ->
                    new Player(
                        String.format("p%03d", i),
                        i * 7919L % 1_000,
                        i * 31L % 100,
                        i % 3 == 0 ? null : "club" + i % 5))
            .toList();
    table.putAll(players);
    asyncConnection = ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get();
    async = AsyncRecordTable.open(asyncConnection, table.design());
  }

  @AfterEach
  void close() throws IOException {
    asyncConnection.close();
    table.close();
  }

  private List<Player> first(int count, Comparator<Player> order) {
    return players.stream().sorted(order).limit(count).toList();
  }

  /** The names that tell the order of those with equal values go the same way as the values. */
  private void assertFirst(RecordQuery<Player> query, int count, Comparator<Player> order)
      throws IOException {
    assertThat(query.limit(count).list()).isEqualTo(first(count, order));
    assertThat(query.first()).isEqualTo(Optional.of(first(1, order).get(0)));
    assertThat(async.list(query.limit(count)).join()).isEqualTo(first(count, order));
    assertThat(async.first(query).join()).isEqualTo(Optional.of(first(1, order).get(0)));
    assertThat(pages(query, 17)).isEqualTo(first(PLAYERS, order));
    assertThat(query.limit(count).explain().refusal()).isEmpty();
  }

  private static List<Player> pages(RecordQuery<Player> query, int size) throws IOException {
    List<Player> all = new ArrayList<>();
    Page<Player> page = query.page(size);
    all.addAll(page.records());
    while (page.next().isPresent()) {
      page = query.page(size, page.next().get());
      all.addAll(page.records());
    }
    return all;
  }

  @Test
  void ofASaltedKey() throws IOException {
    assertFirst(table.all(), 20, BY_SCORE);
    assertFirst(table.all().leastFirst(), 20, BY_SCORE);
    assertFirst(table.all().leastFirst(Player::score), 20, BY_SCORE);
    assertFirst(table.all().greatestFirst(), 20, BY_SCORE.reversed());
    assertFirst(table.all().greatestFirst(Player::score), 1, BY_SCORE.reversed());
  }

  @Test
  void ofAnIndex() throws IOException {
    Comparator<Player> asInTable = comparing(Player::born);
    for (String index : List.of("byBirth", "bySaltedBirth")) {
      for (RecordQuery<Player> query :
          List.of(
              table.byIndex(index),
              table.byIndex(index).leastFirst(),
              async.byIndex(index).leastFirst(Player::born))) {
        assertThat(async.list(query.limit(20)).join())
            .as(index)
            .hasSize(20)
            .isSortedAccordingTo(asInTable)
            .extracting(Player::born)
            .isEqualTo(first(20, BY_BIRTH).stream().map(Player::born).toList());
      }
      assertThat(table.byIndex(index).greatestFirst(Player::born).limit(20).list())
          .extracting(Player::born)
          .isEqualTo(first(20, BY_BIRTH.reversed()).stream().map(Player::born).toList());
      assertThat(pages(table.byIndex(index).greatestFirst(), 30))
          .hasSize(PLAYERS)
          .isSortedAccordingTo(asInTable.reversed())
          .containsExactlyInAnyOrderElementsOf(players);
    }
  }

  @Test
  void ofAHashThereIsNoOrderButALimit() throws IOException {
    assertThat(table.byIndex("byHash").limit(9).list()).hasSize(9).isSubsetOf(players);
    assertThatThrownBy(() -> table.byIndex("byHash").greatestFirst().limit(9).list())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not sorted by a field");
  }

  @Test
  void anIndexOfSomeRecordsGivesThoseAlone() throws IOException {
    assertThat(table.byIndex("ofOld").greatestFirst().limit(500).list())
        .containsExactlyInAnyOrderElementsOf(
            players.stream().filter(player -> player.born() < 20).toList());
    assertThat(table.byIndex("byClub").limit(500).list())
        .containsExactlyInAnyOrderElementsOf(
            players.stream().filter(player -> player.club() != null).toList());
  }

  /** One with a greater value may be null there, so no first record is the answer's. */
  @Test
  void aFieldThatMayBeNullHasNoOrderOfAllRecords() {
    assertThatThrownBy(() -> table.all().greatestFirst(Player::club).limit(3).list())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sorted by club");
  }

  @Test
  void whatIsNotBoundedIsRefused() throws IOException {
    for (RecordQuery<Player> query :
        List.of(
            table.all(),
            table.all().greatestFirst(Player::score),
            table.byIndex("byBirth"),
            table.byIndex("byBirth").greatestFirst(),
            table.all().filter(player -> false).limit(1),
            table.byIndex("byBirth").filter(player -> false).limit(1),
            table.where(Player::club).is("none").through("byBirth").limit(1))) {
      assertThatThrownBy(query::list).isInstanceOf(UnservedReadException.class);
      assertThat(query.explain().refusal().orElseThrow()).startsWith("all rows of ");
    }
    assertThat(table.byIndex("byBirth").allowFullScan().list())
        .containsExactlyInAnyOrderElementsOf(players);
  }

  @Test
  void itSaysSo() throws IOException {
    assertThat(table.all().greatestFirst(Player::score).limit(20).explain().toString())
        .startsWith("served by: the row key, the first rows of it\n")
        .contains("\nranges: 4, merged into one order, reversed\n", "\nlimit: 20");
    assertThat(table.byIndex("byBirth").limit(20).explain().servedBy())
        .isEqualTo("index byBirth, the first rows of it");
  }

  /** With a condition on the first field the order is that of the second, as it was. */
  @Test
  void theOrderMayBeNamedBesideAConditionToo() throws IOException {
    Player one = players.get(5);
    assertThat(table.where(Player::born).is(one.born()).through("byBirth").limit(1).list())
        .hasSize(1);
    assertThatThrownBy(
            () -> table.where(Player::born).is(one.born()).greatestFirst(Player::club).list())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sorted by club");
  }
}
