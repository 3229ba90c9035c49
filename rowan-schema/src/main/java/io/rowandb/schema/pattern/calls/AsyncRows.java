package io.rowandb.schema.pattern.calls;

import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Takes the rows of a scan as they arrive, until there are enough. Called by one thread at a time.
 */
public final class AsyncRows implements AdvancedScanResultConsumer {
  // Fixed at construction.
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final Predicate<Result> taker;

  private AsyncRows(Predicate<Result> taker) {
    this.taker = taker;
  }

  /**
   * Begins a scan.
   *
   * @param taker takes a row, without waiting, and says whether more are wanted
   */
  public static CompletableFuture<Void> scan(
      AsyncTable<AdvancedScanResultConsumer> table, Scan scan, Predicate<Result> taker) {
    AsyncRows rows = new AsyncRows(taker);
    table.scan(scan, rows);
    return rows.done;
  }

  @Override
  public void onNext(Result[] rows, ScanController controller) {
    try {
      for (Result row : rows) {
        if (!taker.test(row)) {
          controller.terminate();
          return;
        }
      }
    } catch (RuntimeException | Error e) {
      controller.terminate(); // which leads to onComplete; the future has its outcome then
      done.completeExceptionally(e);
    }
  }

  @Override
  public void onError(Throwable error) {
    done.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    done.complete(null);
  }
}
