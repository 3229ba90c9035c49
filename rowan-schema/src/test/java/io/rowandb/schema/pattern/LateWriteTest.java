package io.rowandb.schema.pattern;

import static io.rowandb.schema.pattern.ItemClient.Async.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.AsyncServerCall;
import io.rowandb.schema.backend.ServerCall;
import io.rowandb.schema.backend.StoppedClock;
import io.rowandb.schema.backend.WatchedAsyncConnection;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.Items.Item;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A writer whose first calls take longer than half the grace: others may take its entries for those
 * of a dead one, so it is not to write its row any more, and says so.
 */
@OnBackEnd
class LateWriteTest {
  private static final Item FORMER = new Item(1, 1, "a", "b", "c", "d");
  private static final Item ITEM = FORMER.named("e").colored("c");
  private static final Item OTHER = new Item(1, 2, "e", "b", "c", "d");
  private static final Duration GRACE = Duration.ofHours(1);

  private Connection connection;
  private Items items;
  private final StoppedClock clock = new StoppedClock();

  /** What passes while a call to a table of entries is answered. */
  private Duration answerTime = Duration.ofMinutes(31);

  @BeforeEach
  void writeFormer(Connection given) throws IOException {
    connection = given;
    items = Items.create(connection, BackEnd.newTableName("late"), List.of("byName", "byCopies"));
    try (RecordTable<Item> table = items.open()) {
      table.put(FORMER);
    }
  }

  private IndexSettings settings() {
    return new IndexSettings(clock, GRACE);
  }

  private Object slowly(ServerCall call) throws IOException {
    Object answer = call.make();
    clock.pass(answerTime);
    return answer;
  }

  private CompletableFuture<?> slowly(AsyncServerCall call) {
    return call.make()
        .thenApply(
            answer -> {
              clock.pass(answerTime);
              return answer;
            });
  }

  private RecordTable<Item> openSlow() throws IOException {
    return RecordTable.open(
        WatchedConnection.of(connection, this::slowly), items.design(), settings());
  }

  private static void isLate(IOExceptionThrower write) {
    assertThatThrownBy(write::run)
        .isInstanceOf(LateWriteException.class)
        .hasMessageContaining("half the grace")
        .hasMessageContaining("3600000 ms");
  }

  private interface IOExceptionThrower {
    void run() throws IOException;
  }

  /** The row is as it was, and what the writer claimed is another's for the asking. */
  private void nothingIsWritten() throws IOException {
    try (RecordTable<Item> table = items.open()) {
      assertThat(Items.of(table, 1)).containsExactly(FORMER);
      table.put(OTHER);
      assertThat(Items.of(table, 1)).containsExactly(FORMER, OTHER);
    }
    items.check(1, "behind a late write");
  }

  @Test
  void aPut() throws IOException {
    try (RecordTable<Item> slow = openSlow()) {
      isLate(() -> slow.put(ITEM));
    }
    nothingIsWritten();
  }

  @Test
  void putsInOneCall() throws IOException {
    try (RecordTable<Item> slow = openSlow()) {
      isLate(() -> slow.putAll(List.of(ITEM)));
    }
    nothingIsWritten();
  }

  @Test
  void aLoad() throws IOException {
    try (RecordTable<Item> slow = openSlow()) {
      isLate(() -> slow.load(Stream.of(ITEM)));
    }
    nothingIsWritten();
  }

  @Test
  void aDeletion() throws IOException {
    try (RecordTable<Item> slow = openSlow()) {
      isLate(() -> slow.delete(FORMER));
    }
    nothingIsWritten();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT8766001H"})
  void aGraceThatIsNoneIsRefused(Duration grace) {
    assertThatThrownBy(() -> new IndexSettings(clock, grace))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a thousand years at most: ");
  }

  /** The call of the row itself may take the other half. */
  @Test
  void aWriteThatIsFastEnoughUntilItsRow() throws IOException {
    answerTime = Duration.ofMinutes(4);
    try (RecordTable<Item> slow = openSlow()) {
      slow.put(ITEM);
      slow.delete(ITEM);
      slow.putAll(List.of(ITEM));
      assertThat(Items.of(slow, 1)).containsExactly(ITEM);
    }
    items.check(1, "behind slow writes");
  }

  @Test
  void writesThatNobodyWaitsFor(Configuration configuration) throws IOException {
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join()) {
      AsyncRecordTable<Item> slow =
          AsyncRecordTable.open(
              WatchedAsyncConnection.of(async, this::slowly), items.design(), settings());
      for (CompletableFuture<Void> write :
          List.of(slow.put(ITEM), slow.putAll(List.of(ITEM)), slow.delete(FORMER))) {
        assertThatThrownBy(() -> await(write)).isInstanceOf(LateWriteException.class);
      }
    }
    nothingIsWritten();
  }
}
