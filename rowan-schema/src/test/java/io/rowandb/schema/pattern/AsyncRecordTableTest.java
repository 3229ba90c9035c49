package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that do not wait: each gives what the one that waits gives. */
@OnBackEnd
class AsyncRecordTableTest {
  record Score(String player, long points, String game, long views) {}

  private AsyncConnection connection;
  private RecordTable<Score> waiting;
  private AsyncRecordTable<Score> table;

  @BeforeEach
  void create(Connection waitingConnection, Configuration configuration) throws IOException {
    connection = ConnectionFactory.createAsyncConnection(configuration).join();
    waiting = RecordTable.create(waitingConnection, design("scores"));
    table = AsyncRecordTable.open(connection, waiting.design());
  }

  private static TableDesign<Score> design(String name) {
    return TableDesign.of(BackEnd.newTableName(name), Score.class)
        .key(
            key ->
                key.salt(20)
                    .part(Score::points, Parts.descending(Parts.unsigned(4)))
                    .part(Score::player, Parts.textToEnd()))
        .family("s")
        .column(Score::game, "s:g")
        .counter(Score::views, "s:v")
        .splits(Splits.even(3))
        .build();
  }

  @AfterEach
  void close() throws IOException {
    waiting.close();
    connection.close();
  }

  private static <T> T done(CompletableFuture<T> future) {
    return future.orTimeout(60, TimeUnit.SECONDS).join();
  }

  private void load(int count) throws IOException {
    waiting.putAll(
        IntStream.range(0, count)
            .mapToObj(i -> new Score("player" + i % 10, i / 3, i % 4 == 0 ? null : "g" + i % 4, 0))
            .toList());
  }

  @Test
  void recordsOfAReadAndOfKeysAreDeleted() throws IOException {
    load(40);
    assertThat(
            done(table.deleteAll(table.all().allowFullScan().filter(each -> each.game() == null))))
        .isEqualTo(10);
    assertThat(waiting.all().allowFullScan().count()).isEqualTo(30);
    assertThat(done(table.deleteAll(waiting.all().limit(4)))).isEqualTo(4);
    List<Score> rest = waiting.all().allowFullScan().list();
    assertThat(rest).hasSize(26);
    done(
        table.deleteKeys(
            rest.stream().limit(20).map(each -> List.of(each.points(), each.player())).toList()));
    assertThat(waiting.all().allowFullScan().list()).isEqualTo(rest.subList(20, 26));
    assertThatThrownBy(() -> done(table.deleteKeys(List.of(List.of(1L, "ada"), List.of(1L)))))
        .hasRootCauseInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> done(table.deleteAll(table.all().allowFullScan().asOf(Instant.EPOCH))))
        .hasMessageContaining("as of a past time");
    assertThat(waiting.all().allowFullScan().list()).hasSize(6);
  }

  @Test
  void aRecordIsWrittenReadChangedAndDeleted() {
    Score score = new Score("ada", 7, "chess", 0);
    done(table.put(score));
    assertThat(done(table.get(7L, "ada"))).contains(score);
    assertThat(done(table.increment(Score::views, 3, 7L, "ada"))).isEqualTo(3);
    done(table.put(new Score("ada", 7, null, 0)));
    assertThat(done(table.get(7L, "ada"))).contains(new Score("ada", 7, null, 3));
    done(table.delete(score));
    assertThat(done(table.get(7L, "ada"))).isEmpty();
  }

  @Test
  void readsGiveWhatWaitingOnesGive() throws IOException {
    load(300);
    List<RecordQuery<Score>> queries =
        List.of(
            waiting.all().allowFullScan(),
            waiting.all().allowFullScan().leastFirst().limit(17),
            waiting.all().between(Score::points, 10L, 30L).greatestFirst(),
            waiting.where(Score::game).is("g1").between(Score::points, 10L, 30L).limit(5),
            waiting.where(Score::game).is("g1").where(Score::points).is(30L),
            waiting.where(Score::player).is("player1").where(Score::points).is(30L),
            waiting
                .where(Score::player)
                .is("player1")
                .where(Score::points)
                .in(List.of(30L, 0L, 77L, 5L))
                .limit(2),
            waiting.all().from(Score::points, 90L).filter(score -> score.points() % 2 == 0));
    for (RecordQuery<Score> query : queries) {
      assertThat(done(table.list(query))).isEqualTo(query.list());
      assertThat(done(table.first(query))).isEqualTo(query.first());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100})
  void pagesJoinedAreTheWhole(int size) throws IOException {
    load(60);
    for (RecordQuery<Score> query :
        List.of(
            waiting.all().allowFullScan().leastFirst(),
            waiting.where(Score::game).is("g2").before(Score::points, 15L))) {
      assertThat(pages(query, size)).isEqualTo(query.list()).isNotEmpty();
    }
  }

  private List<Score> pages(RecordQuery<Score> query, int size) {
    List<Score> read = new ArrayList<>();
    Page<Score> page = done(table.page(query, size));
    while (page.next().isPresent()) {
      assertThat(page.records()).hasSize(size);
      read.addAll(page.records());
      page = done(table.page(query, size, page.next().get()));
    }
    read.addAll(page.records());
    return read;
  }

  /** Ranges in turn, and rows by their keys in more than one batch. */
  @Test
  void aTableWithoutSaltIsReadInTurn(Connection waitingConnection) throws IOException {
    TableDesign<Score> plain =
        TableDesign.of(BackEnd.newTableName("plain"), Score.class)
            .key(key -> key.part(Score::player).part(Score::points, Parts.unsigned(4)))
            .family("s")
            .column(Score::game, "s:g")
            .column(Score::views, "s:v")
            .build();
    try (RecordTable<Score> inTurn = RecordTable.create(waitingConnection, plain)) {
      List<Score> scores =
          IntStream.range(0, 700).mapToObj(i -> new Score("p" + i % 2, i, "g", i)).toList();
      inTurn.putAll(scores);
      AsyncRecordTable<Score> async = AsyncRecordTable.open(connection, plain);
      List<Long> points = scores.stream().map(Score::points).toList();
      RecordQuery<Score> players = async.all().where(Score::player).in(List.of("p0", "p1"));
      assertThat(done(async.list(players))).hasSize(700).containsAll(scores);
      assertThat(done(async.list(players.limit(351)))).hasSize(351).endsWith(scores.get(1));
      assertThat(done(async.list(players.where(Score::points).in(points)))).hasSize(700);
      Page<Score> page = done(async.page(players.where(Score::points).in(points), 340));
      assertThat(
              done(
                  async.page(
                      players.where(Score::points).in(points), 20, page.next().orElseThrow())))
          .extracting(Page::records)
          .isEqualTo(
              inTurn.all().where(Score::player).in(List.of("p0", "p1")).list().subList(340, 360));
      assertThat(done(async.list(async.where(Score::player).is("p1").greatestFirst().limit(1))))
          .containsExactly(scores.get(699));
    }
  }

  private static void assertFails(
      CompletableFuture<?> future, Class<? extends Throwable> type, String message) {
    Function<Throwable, Throwable> unwrapped =
        e -> e instanceof CompletionException ? e.getCause() : e;
    Throwable failure = done(future.handle((value, e) -> unwrapped.apply(e)));
    assertThat(failure).isInstanceOf(type).hasMessageContaining(message);
  }

  @Test
  void wrongArgumentsArriveInTheFuture() {
    Class<IllegalArgumentException> wrong = IllegalArgumentException.class;
    assertFails(table.get("ada"), wrong, "a key of");
    assertFails(table.get("ada", 7L), wrong, "Score.points is a Long");
    assertFails(table.put(new Score("ada", -1, null, 0)), wrong, "Score.points");
    assertFails(table.put(new Score("ada", 1, "\uD800", 0)), wrong, "half a surrogate pair");
    assertFails(table.delete(new Score(null, 1, "", 0)), wrong, "Score.player is null");
    assertFails(table.increment(Score::points, 1, 1L, "ada"), wrong, "not declared as a counter");
    assertFails(table.list(table.all().where(Score::points).is(-1L)), wrong, "-1 has no form");
    assertFails(table.page(table.all().allowFullScan(), 0), wrong, "at least 1 record");
    assertFails(table.page(table.all().allowFullScan().limit(3), 2), wrong, "no limit");
    assertFails(table.page(table.all().allowFullScan(), 2, "?"), wrong, "no token");
    assertFails(table.list(table.all()), UnservedReadException.class, "there is no condition");
    assertFails(table.first(null), wrong, "a read of " + table.design().name() + " is null");
  }

  @Test
  void aQueryOfAnotherDesignIsRefused() {
    AsyncRecordTable<Score> other = AsyncRecordTable.open(connection, design("other"));
    assertFails(
        table.list(other.all().allowFullScan()),
        IllegalArgumentException.class,
        "is a table of " + table.design().name());
  }

  @Test
  void failuresOfTheReadArriveInTheFuture() throws IOException {
    load(30);
    RecordQuery<Score> failing =
        table
            .all()
            .allowFullScan()
            .filter(
                score -> {
                  throw new IllegalStateException("no opinion on " + score.points());
                });
    assertFails(table.list(failing), IllegalStateException.class, "no opinion on ");
    AsyncRecordTable<Score> missing = AsyncRecordTable.open(connection, design("missing"));
    assertFails(missing.get(7L, "ada"), TableNotFoundException.class, "missing");
    assertFails(
        missing.list(missing.all().allowFullScan()), TableNotFoundException.class, "missing");
  }

  @Test
  void aReadThatWaitsIsNotForIts() {
    RecordQuery<Score> query = table.all().allowFullScan();
    assertThatThrownBy(query::list)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("AsyncRecordTable");
    assertThatThrownBy(query::explain).isInstanceOf(IllegalStateException.class);
    assertThat(done(table.first(query))).isEqualTo(Optional.empty());
  }
}
