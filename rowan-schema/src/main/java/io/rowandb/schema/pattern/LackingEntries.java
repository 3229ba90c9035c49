package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.chain.Chain;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.pattern.chain.MarkedRow;
import io.rowandb.schema.pattern.chain.MarkedRows;
import io.rowandb.schema.pattern.details.Lookup;
import io.rowandb.schema.table.IndexDesign;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Writes index entries for records that exist but lack them, or their copies, in a table whose rows
 * have marks. The entries get the time of the record's write, from its mark. If there is no mark,
 * or the entry has something newer, left by a writer that lost to another, a time is taken in the
 * mark. Used like the calls of its carrier.
 */
final class LackingEntries<R> {
  // Fixed at construction.
  private final WriteEnds<R> ends;
  private final Chain<R> chain;
  private final IndexKeeper<R> keeper;

  LackingEntries(WriteEnds<R> ends) {
    this.ends = ends;
    chain = ends.chain();
    keeper = ends.keeper();
  }

  /**
   * Writes entries of an index.
   *
   * @return as {@link Writer#addEntries}
   */
  CompletableFuture<List<Boolean>> add(IndexDesign<R> index, List<Writer.Old<R>> present) {
    List<IndexEntries.Present<R>> timed = new ArrayList<>();
    List<Writer.Old<R>> others = new ArrayList<>();
    for (Writer.Old<R> each : present) {
      Lookup<R> found = each.found();
      OptionalLong time = MarkedRows.timeOf(chain.design(), found.cells());
      if (time.isPresent() && time.getAsLong() >= each.behind()) {
        timed.add(new IndexEntries.Present<>(found.row(), found.record(), time.getAsLong()));
      } else {
        others.add(each);
      }
    }
    return takeTimes(others)
        .thenCompose(
            taken -> {
              timed.addAll(taken);
              return keeper.addEntriesAt(index, timed);
            })
        .thenApply(
            done -> {
              Set<ByteBuffer> rows = new HashSet<>();
              timed.forEach(each -> rows.add(ByteBuffer.wrap(each.row())));
              return present.stream()
                  .map(each -> rows.contains(ByteBuffer.wrap(each.found().row())))
                  .toList();
            });
  }

  /** Takes times for records, until each has one, or a mark that tells it, or is gone. */
  private CompletableFuture<List<IndexEntries.Present<R>>> takeTimes(List<Writer.Old<R>> present) {
    if (present.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    NavigableMap<byte[], Long> behind = new TreeMap<>(Arrays::compareUnsigned);
    present.forEach(each -> behind.merge(each.found().row(), each.behind(), Math::max));
    List<IndexEntries.Present<R>> timed = new ArrayList<>();
    return chain
        .attempts()
        .until(behind::firstKey, () -> takeSome(behind, timed).thenApply(done -> behind.isEmpty()))
        .thenApply(done -> timed);
  }

  private CompletableFuture<Void> takeSome(
      NavigableMap<byte[], Long> behind, List<IndexEntries.Present<R>> timed) {
    return chain
        .rows()
        .read(List.copyOf(behind.keySet()))
        .thenCompose(rows -> removeBare(rows).thenApply(done -> rows))
        .thenCompose(rows -> chain.reserve(links(rows, behind)))
        .thenCompose(
            links ->
                keeper
                    .lookUp(links.stream().map(link -> link.former().row()).toList())
                    .thenCompose(found -> taken(links, found, behind, timed)));
  }

  /**
   * Removes marks without a record, unless details may be behind them that a put is writing.
   * Whoever is about to write a record over one begins again.
   */
  private CompletableFuture<Void> removeBare(List<MarkedRow<R>> rows) {
    return ends.details().areInRows()
        ? Steps.DONE
        : Steps.each(
            rows.stream().filter(ends::isBare).toList(),
            row -> chain.delete(row.row(), row.markBytes(), row.latest()));
  }

  /** Of rows with records; others are done. */
  private List<Chain.Link<R>> links(List<MarkedRow<R>> rows, NavigableMap<byte[], Long> behind) {
    List<Chain.Link<R>> links = new ArrayList<>();
    for (MarkedRow<R> row : rows) {
      boolean deleting = row.mark().filter(each -> each.state() == Mark.State.DELETE).isPresent();
      if (chain.design().isRecord(row.cells()) && !deleting) {
        links.add(taking(row, behind.get(row.row()) + 1));
      } else {
        behind.remove(row.row());
      }
    }
    return links;
  }

  /** Looked up behind the taking of their times; a mark without a record goes. */
  private CompletableFuture<Void> taken(
      List<Chain.Link<R>> links,
      List<Lookup<R>> found,
      NavigableMap<byte[], Long> behind,
      List<IndexEntries.Present<R>> timed) {
    List<MarkedRow<R>> bare = new ArrayList<>();
    for (int i = 0; i < links.size(); i++) {
      MarkedRow<R> reserved = links.get(i).former();
      MarkedRow<R> now = chain.rows().of(reserved.row(), found.get(i).cells());
      if (!Arrays.equals(now.markBytes(), reserved.markBytes())) {
        continue; // again
      }
      behind.remove(reserved.row());
      if (found.get(i).record() != null) {
        timed.add(
            new IndexEntries.Present<>(
                reserved.row(), found.get(i).record(), links.get(i).mark().time()));
      } else if (!found.get(i).isUnreadable()) {
        bare.add(reserved);
      }
    }
    return Steps.each(bare, each -> chain.delete(each.row(), each.markBytes(), each.latest()));
  }

  private Chain.Link<R> taking(MarkedRow<R> row, long atLeast) {
    long time = Math.max(chain.reservedTime(row), atLeast);
    return new Chain.Link<>(row, /* change= */ null, Mark.settledAt(time));
  }
}
