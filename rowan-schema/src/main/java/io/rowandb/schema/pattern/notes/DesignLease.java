package io.rowandb.schema.pattern.notes;

import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.DesignNotes;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * The right of a writer to go by its design: it has looked at what the tables keep of theirs less
 * than a lease ago. So whoever notes another design, as an upgrade does, and then waits longer than
 * that, knows that no writer goes by a design that is refused now.
 *
 * <p>A writer that cannot ask, because no master answers, goes on: HBase's own writes need no
 * master either. Used by any number of threads.
 */
public final class DesignLease {
  // Fixed at construction.
  private final Carrier carrier;
  private final TableDesign<?> design;
  private final long nanos;

  /** When it was asked last; null before the first time. */
  private volatile Since since;

  /** Of the writers of a table, which have not asked yet. */
  public DesignLease(Carrier carrier, TableDesign<?> design, Duration length) {
    this.carrier = carrier;
    this.design = design;
    nanos = Math.max(1, length.toNanos());
  }

  /**
   * Ends when the right is there for a moment at least; asks for it if it is older than a lease.
   *
   * @return fails with a {@link ChangedDesignException} when the tables are of another design now
   */
  public CompletableFuture<Void> held() {
    Since last = since;
    if (last != null && last.isYounger(nanos)) {
      return Steps.DONE;
    }
    Since opened = CheckedDesigns.writableSince(carrier.connection(), design);
    if (opened != null && opened.isYounger(nanos)) {
      since = opened;
      return Steps.DONE;
    }
    Since now = Since.now();
    return look(carrier, DesignNotes.tables(design))
        .thenAccept(this::check)
        .exceptionallyCompose(
            failure ->
                Steps.cause(failure) instanceof IOException
                    ? Steps.DONE
                    : CompletableFuture.failedFuture(Steps.cause(failure)))
        .thenRun(() -> since = now);
  }

  private void check(Map<TableName, TableDescriptor> there) {
    DesignNotes.check(design, there);
    DesignNotes.refusalOfWrites(design, there)
        .ifPresent(
            refusal -> {
              throw refusal;
            });
  }

  /** The descriptors of tables, of those that are there and this user may see. */
  static CompletableFuture<Map<TableName, TableDescriptor>> look(
      Carrier carrier, Iterable<TableName> tables) {
    Map<TableName, TableDescriptor> there = new ConcurrentHashMap<>();
    return Steps.each(
            tables,
            table ->
                carrier
                    .descriptor(table)
                    .thenAccept(found -> found.ifPresent(each -> there.put(table, each))))
        .thenApply(done -> there);
  }
}
