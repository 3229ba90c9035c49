package io.rowandb.schema.view;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedAsyncConnection;
import io.rowandb.schema.view.Bookshop.Book;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** The same deaths of a client whose calls do not wait. */
@Tag("slow")
@OnBackEnd
class AsyncViewDeathTest extends ViewAndIndexDeathTest {
  /** No call takes longer, on a machine however busy; a future that never ends would hang. */
  private static final long SECONDS = 300;

  /** Each in a way of its own; the others with {@code --full}. */
  private static final Set<Deed> WRITTEN_APART =
      Set.of(Deed.UPDATE, Deed.DELETE, Deed.CHANGE, Deed.LOAD);

  private AsyncConnection connection;

  @BeforeEach
  void connect(Configuration configuration) {
    connection = ConnectionFactory.createAsyncConnection(configuration).join();
  }

  @AfterEach
  void disconnect() throws IOException {
    connection.close();
  }

  @Override
  void deed(Deed deed, Death death) throws IOException {
    assumeTrue(!BackEnd.isHBase() || deed == Deed.UPDATE, "the others take minutes there");
    assumeTrue(BackEnd.isFull() || WRITTEN_APART.contains(deed), "the others are written as these");
    AsyncViewedTable<Book> table =
        AsyncViewedTable.open(
            WatchedAsyncConnection.of(connection, death),
            Clock.systemUTC(),
            Bookshop.later(),
            shop().bookDesign,
            List.of(shop().view));
    switch (deed) {
      case LOAD -> await(table.load(deed.after(run())));
      case DELETE -> await(table.delete(former(run())));
      case CHANGE ->
          await(table.putIf(deed.after(run()).get(0), there -> true).thenApply(done -> null));
      case UPDATE -> await(table.putAll(deed.after(run())));
      default -> {
        for (Book book : deed.after(run())) {
          await(table.put(book));
        }
      }
    }
  }

  private static void await(CompletableFuture<Void> future) throws IOException {
    try {
      future.orTimeout(SECONDS, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
