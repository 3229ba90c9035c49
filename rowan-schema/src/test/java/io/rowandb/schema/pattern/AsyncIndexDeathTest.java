package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowandb.schema.backend.AsyncServerCall;
import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedAsyncConnection;
import io.rowandb.schema.pattern.Items.Item;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;

/** The same deaths of a client whose calls do not wait, and the same reads by such calls too. */
@Tag("slow")
@OnBackEnd
class AsyncIndexDeathTest extends IndexDeathTest {
  /** What runs on HBase, where each takes half a minute; calls that wait have all of them there. */
  private static final Set<String> ON_HBASE =
      Set.of("inserting", "changingWhatIsIndexed", "deleting", "takingANameThatAnotherGaveUp");

  private AsyncConnection connection;

  @BeforeEach
  void connect(Configuration configuration, TestInfo test) {
    assumeTrue(
        !BackEnd.isHBase() || ON_HBASE.contains(test.getTestMethod().orElseThrow().getName()),
        "the other cases take minutes there");
    connection = ConnectionFactory.createAsyncConnection(configuration).join();
  }

  @AfterEach
  void disconnect() throws IOException {
    if (connection != null) { // there is none when the case is left out
      connection.close();
    }
  }

  @Override
  ItemClient openLater(Death death) throws IOException {
    return new ItemClient.Async(
        AsyncRecordTable.open(
            WatchedAsyncConnection.of(connection, death), items().design(), Items.later()),
        items().openLater(death));
  }

  /** Calls that wait die at all of them. */
  @Override
  int callsApart() {
    return BackEnd.isFull() ? Death.CALLS_APART : Math.max(3, Death.CALLS_APART);
  }

  @Override
  void check(long ofRun, String when) throws IOException {
    super.check(ofRun, when);
    AsyncRecordTable<Item> async =
        AsyncRecordTable.open(
            WatchedAsyncConnection.of(connection, AsyncServerCall::make), items().design());
    try (RecordTable<Item> table = items().open()) {
      for (IndexDesign<Item> index : items().design().indexes()) {
        for (String value : Items.VALUES) {
          RecordQuery<Item> query =
              Items.by(table, ofRun, index.name(), value).through(index.name());
          assertThat(ItemClient.Async.await(async.list(query)))
              .as("%s: %s in %s", when, value, index.name())
              .isEqualTo(query.list());
          if (index.hasCopies()) {
            RecordQuery<Item> copied =
                Items.by(table, ofRun, index.name(), value).copied(index.name());
            assertThat(ItemClient.Async.await(async.list(copied)))
                .as("%s: copies of %s in %s", when, value, index.name())
                .isEqualTo(copied.list());
          }
        }
      }
    }
  }

  /** A build is by calls that wait alone. */
  @Override
  void building() {}
}
