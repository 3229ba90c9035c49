package io.rowandb.schema.pattern.notes;

import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.DesignNotes;
import io.rowandb.schema.table.DesignStates;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  /** What was seen last; null before the first time. */
  private volatile Seen seen;

  /**
   * What the tables said.
   *
   * @param since when they were asked
   * @param refusal why no program of the design may write; null when it may
   * @param views the views that programs write, if they know of any
   */
  private record Seen(Since since, ChangedDesignException refusal, Optional<Set<String>> views) {
    static Seen of(CheckedDesigns.Checked opened, Since since) {
      return new Seen(since, opened.refusal(), opened.states().views());
    }
  }

  /** Of the writers of a table, which have not asked yet. */
  public DesignLease(Carrier carrier, TableDesign<?> design, Duration length) {
    this.carrier = carrier;
    this.design = design;
    nanos = Math.max(1, length.toNanos());
  }

  /**
   * Ends when the right to write is there for a moment at least; asks for it if it is older than a
   * lease.
   *
   * @return fails with a {@link ChangedDesignException} when the tables are of another design now,
   *     or the program lacks one of their views
   */
  public CompletableFuture<Void> held() {
    return looked()
        .thenCompose(
            now ->
                now.refusal() == null ? Steps.DONE : CompletableFuture.failedFuture(now.refusal()));
  }

  /** The same of the right to mend entries: whoever has the design may. */
  public CompletableFuture<Void> fits() {
    return looked().thenApply(now -> null);
  }

  /**
   * Whether views that a row names were given up, as far as the tables told when they were seen
   * last: they know their views, and these are not among them.
   */
  public boolean areGivenUp(Set<String> views) {
    Seen last = seen;
    return last != null
        && last.views().filter(written -> Collections.disjoint(written, views)).isPresent();
  }

  /**
   * Whether writes by the design were refused when the tables were seen last, by a write or by a
   * read; then what this program takes for outdated may be what others know better. Asks nobody.
   */
  public boolean isRefused() {
    Seen last = seen;
    CheckedDesigns.Checked opened = CheckedDesigns.checked(carrier.connection(), design);
    return (last != null && last.refusal() != null) || (opened != null && opened.refusal() != null);
  }

  private CompletableFuture<Seen> looked() {
    Seen last = seen;
    if (last != null && last.since().isYounger(nanos)) {
      return CompletableFuture.completedFuture(last);
    }
    CheckedDesigns.Checked opened = CheckedDesigns.checked(carrier.connection(), design);
    if (opened != null && opened.since().isYounger(nanos)) {
      Seen found = Seen.of(opened, opened.since());
      seen = found;
      return CompletableFuture.completedFuture(found);
    }
    Since now = Since.now();
    return look(carrier, DesignNotes.tables(design))
        .thenCompose(there -> checked(there, now))
        .exceptionallyCompose(
            failure ->
                Steps.cause(failure) instanceof IOException
                    ? CompletableFuture.completedFuture(goingOn(opened, now))
                    : CompletableFuture.failedFuture(Steps.cause(failure)));
  }

  /** Of a table that is not there nothing is remembered: it may be made with views at any time. */
  private CompletableFuture<Seen> checked(Map<TableName, TableDescriptor> there, Since now) {
    DesignNotes.check(design, there);
    Seen found =
        new Seen(
            now,
            DesignNotes.refusalOfWrites(design, there).orElse(null),
            DesignStates.of(design, there).views());
    if (there.containsKey(design.name())) {
      seen = found;
      return CompletableFuture.completedFuture(found);
    }
    return carrier
        .exists(design.name())
        .thenApply(
            exists -> { // and this user may not see its descriptor
              seen = exists ? found : null;
              return found;
            });
  }

  /** While no master answers. */
  private Seen goingOn(CheckedDesigns.Checked opened, Since now) {
    Seen last = seen;
    Seen going;
    if (last != null) {
      going = new Seen(now, last.refusal(), last.views());
    } else if (opened != null) {
      going = Seen.of(opened, now);
    } else {
      going = new Seen(now, /* refusal= */ null, Optional.empty());
    }
    seen = going;
    return going;
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
