package io.rowandb.schema.pattern;

import io.rowandb.schema.backend.AsyncServerCall;
import io.rowandb.schema.backend.ServerCall;
import io.rowandb.schema.backend.StoppedClock;
import io.rowandb.schema.backend.WatchedAsyncConnection;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.Items.Item;
import io.rowandb.testkit.backend.BackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;

/** A client that stands still for hours behind its look at a record, while others go on. */
abstract class StandingStillTrial {
  static final Item ITEM = new Item(1, 1, "a", "b", "c", "d");

  final StoppedClock clock = new StoppedClock();
  Connection connection;
  Items items;

  void create(Connection given, String index) throws IOException {
    connection = given;
    items = Items.create(connection, BackEnd.newTableName("grace"), List.of(index));
  }

  /** What the others do, and the hours that the client does not notice. */
  abstract void standStill();

  final IndexSettings settings() {
    return new IndexSettings(clock, Duration.ofHours(1));
  }

  /** The table of the client that stands still, by calls that wait. */
  final RecordTable<Item> standingStill() throws IOException {
    return RecordTable.open(
        WatchedConnection.of(connection, this::waitingCall), items.design(), settings());
  }

  /** The same by calls that do not wait. */
  final AsyncRecordTable<Item> standingStill(AsyncConnection async) throws IOException {
    return AsyncRecordTable.open(
        WatchedAsyncConnection.of(async, this::asyncCall), items.design(), settings());
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
}
