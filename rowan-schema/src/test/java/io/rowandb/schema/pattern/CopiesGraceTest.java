package io.rowandb.schema.pattern;

import static io.rowandb.schema.pattern.ItemClient.Async.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.AsyncServerCall;
import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.ServerCall;
import io.rowandb.schema.backend.StoppedClock;
import io.rowandb.schema.backend.WatchedAsyncConnection;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.Items.Item;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Somebody looks up the record of an entry whose writer died before its copies, and then stands
 * still for hours. Meanwhile another changes the record. What the first writes then are no copies.
 */
@OnBackEnd
class CopiesGraceTest {
  private static final Item ITEM = new Item(1, 1, "a", "b", "c", "d");

  private Connection connection;
  private Items items;
  private final StoppedClock clock = new StoppedClock();

  @BeforeEach
  void write(Connection given) throws IOException {
    connection = given;
    items = Items.create(connection, BackEnd.newTableName("grace"), List.of("byCopies"));
    Death beforeCopies = new Death(6, Death.Moment.BEFORE);
    try (RecordTable<Item> writer = items.open(beforeCopies)) {
      assertThatThrownBy(() -> writer.put(ITEM)).hasMessageContaining("of batch, call 6");
    }
    clock.pass(Duration.ofMinutes(1));
  }

  private void standStill() {
    try (RecordTable<Item> other = items.open()) {
      other.put(ITEM.colored("e"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    clock.pass(Duration.ofHours(3));
  }

  private IndexSettings settings() {
    return new IndexSettings(clock, Duration.ofHours(1));
  }

  private Object waitingCall(ServerCall call) throws IOException {
    Object answer = call.make();
    if (call.name().equals("get")) {
      standStill();
    }
    return answer;
  }

  private CompletableFuture<?> asyncCall(AsyncServerCall call) {
    return call.name().equals("getAll")
        ? call.make()
            .thenApplyAsync(
                answer -> {
                  standStill();
                  return answer;
                })
        : call.make();
  }

  private RecordTable<Item> standingStill() throws IOException {
    return RecordTable.open(
        WatchedConnection.of(connection, this::waitingCall), items.design(), settings());
  }

  private void assertNoCopiesOfWhatWas() throws IOException {
    try (RecordTable<Item> table = items.open()) {
      assertThat(table.where(Item::run).is(1L).where(Item::color).is("b").copied("byCopies").list())
          .isEmpty();
      assertThat(table.get(1L, 1)).contains(ITEM.colored("e"));
    }
  }

  @Test
  void aReadByCallsThatWait() throws IOException {
    try (RecordTable<Item> reader = standingStill()) {
      assertThat(reader.where(Item::run).is(1L).copied("byCopies").list()).containsExactly(ITEM);
    }
    assertNoCopiesOfWhatWas();
  }

  @Test
  void aReadByCallsThatDoNot(Configuration configuration) throws IOException {
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join()) {
      AsyncRecordTable<Item> reader =
          AsyncRecordTable.open(
              WatchedAsyncConnection.of(async, this::asyncCall), items.design(), settings());
      assertThat(await(reader.list(reader.where(Item::run).is(1L).copied("byCopies"))))
          .containsExactly(ITEM);
    }
    assertNoCopiesOfWhatWas();
  }

  @Test
  void aRepair() throws IOException {
    int[] gets = {0};
    Connection watched =
        WatchedConnection.of(
            connection,
            call -> {
              Object answer = call.make();
              if (call.name().equals("get") && ++gets[0] == 2) { // behind that of the entries
                standStill();
              }
              return answer;
            });
    try (RecordTable<Item> repairer = RecordTable.open(watched, items.design(), settings())) {
      assertThat(repairer.repairIndex("byCopies").copies().none()).isEqualTo(1);
    }
    assertThat(gets[0]).isEqualTo(3); // the last looks whether the copies are there
    assertNoCopiesOfWhatWas();
  }
}
