package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.pattern.details.Lookup;
import io.rowandb.schema.pattern.plan.AccessPath;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.RecentRows;
import io.rowandb.schema.pattern.rows.ScannedRow;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;

/**
 * Decides which entries of a read count: those that their current records have, each record once.
 * When copies are read, an entry with copies counts as the current record; for other entries the
 * record is looked up. Reads nothing itself. Used by one thread at a time.
 */
final class EntryCheck<R> {
  /** Rows that are looked up in the first call, or as many as are wanted if these are fewer. */
  private static final int FIRST_BATCH = 16;

  /** Rows of a later call; each may be some kilobytes. */
  private static final int LAST_BATCH = 256;

  /** Cells beside the youngest that an entry has when they are worth a call. */
  private static final int CROWD = 8;

  /** Of memory that a read takes to tell that it found a record before. */
  private static final long SEEN_BYTES = 32 << 20;

  // Fixed at construction.
  private final TableDesign<R> design;
  private final QuerySettings<R> settings;
  private final IndexDesign<R> index;
  private final boolean copied;
  private final boolean mayRepeat;

  /** Rows of records that may have more than one entry in the ranges, or had one after another. */
  private final RecentRows seen = new RecentRows(SEEN_BYTES);

  /** Of the entries that are being checked. */
  private final IdentityHashMap<ScannedRow, Optional<R>> ofCopies = new IdentityHashMap<>();

  private int batch;

  /** Of a read through an index. */
  EntryCheck(QueryPlan<R> plan) {
    design = plan.design();
    settings = plan.settings();
    copied = settings.copied();
    index = plan.path().index();
    mayRepeat = !index.alternatives().isEmpty() || !isOfOneValue(plan.path());
    batch = plan.isUnchecked() ? (int) Math.min(settings.limit(), FIRST_BATCH) : FIRST_BATCH;
  }

  /**
   * Whether all entries have the same fields, so that none is of a record that had another when it
   * was found, and was changed since.
   */
  private static boolean isOfOneValue(AccessPath<?> path) {
    KeySelection selection = path.selection();
    return selection.ranges().size() <= 1
        && selection.next() == null
        && selection.used().containsAll(path.index().key().components());
  }

  /** How many entries are looked up next, at most. */
  int nextBatch() {
    int next = batch;
    batch = Math.min(2 * batch, LAST_BATCH);
    return next;
  }

  /** Whether an entry is a record by itself. */
  boolean isRecord(ScannedRow entry) {
    return ofCopies(entry).isPresent();
  }

  /** The record of an entry's copies. Those of which none can be made count as none. */
  private Optional<R> ofCopies(ScannedRow entry) {
    return copied
        ? ofCopies.computeIfAbsent(entry, each -> madeOfCopies(each.result()))
        : Optional.empty();
  }

  private Optional<R> madeOfCopies(Result entry) {
    try {
      return index
          .cells()
          .copies(entry)
          .map(copies -> ofCopies(entry, index.row(entry).orElseThrow(), copies));
    } catch (RuntimeException e) { // whatever the record's constructor throws
      return Optional.empty();
    }
  }

  /** The rows of the records that must be looked up to tell what entries are, each once. */
  List<byte[]> rows(List<ScannedRow> entries) {
    return entries.stream()
        .filter(entry -> !isRecord(entry))
        .flatMap(entry -> index.row(entry.result()).stream())
        .map(ByteBuffer::wrap)
        .distinct()
        .map(ByteBuffer::array)
        .toList();
  }

  /**
   * What entries turned out to be.
   *
   * @param found the records of those that count, in their order
   * @param stale those that no record has
   * @param crowded those that count, and that many writes have cells in
   * @param withoutCopies those that count and have no copies, though these are wanted
   */
  record Checked<R>(
      List<Found<R>> found,
      List<Result> stale,
      List<Result> crowded,
      List<IndexEntries.Seen<R>> withoutCopies) {}

  /**
   * Checks entries.
   *
   * @param records what is in {@link #rows}. An entry of a row of which no record can be made is
   *     passed over, and stays
   */
  Checked<R> check(List<ScannedRow> entries, List<Lookup<R>> records) {
    Checked<R> checked =
        new Checked<>(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Map<ByteBuffer, Lookup<R>> named = new HashMap<>();
    records.forEach(each -> named.put(ByteBuffer.wrap(each.row()), each));
    for (ScannedRow entry : entries) {
      Optional<byte[]> row = index.row(entry.result());
      Optional<R> ofCopies = ofCopies(entry);
      if (ofCopies.isPresent()) {
        add(entry, row.orElseThrow(), ofCopies.get(), checked);
        continue;
      }
      Lookup<R> found = row.map(ByteBuffer::wrap).map(named::get).orElse(null);
      if (found != null && found.isUnreadable()) {
        if (!settings.endsAtMalformed()) { // else it is passed over without a word
          settings.passOver(found.row(), found.unreadable());
        }
        continue;
      }
      R record = found == null ? null : found.record();
      if (record == null || !index.has(record, row.orElseThrow(), entry.result().getRow())) {
        checked.stale().add(entry.result());
        continue;
      }
      if (index.cells().spare(entry.result()).size() >= CROWD) {
        checked.crowded().add(entry.result());
      }
      if (copied) {
        byte[] wanted = index.cells().copiesOf(record);
        add(entry, row.orElseThrow(), ofCopies(entry.result(), row.orElseThrow(), wanted), checked);
        checked.withoutCopies().add(new IndexEntries.Seen<>(entry.result(), found));
      } else {
        add(entry, row.orElseThrow(), record, checked);
      }
    }
    ofCopies.clear();
    return checked;
  }

  private R ofCopies(Result entry, byte[] row, byte[] copies) {
    return design.readCopies(index, entry.getRow(), row, copies);
  }

  private void add(ScannedRow entry, byte[] row, R record, Checked<R> checked) {
    if (!mayRepeat || seen.add(row)) {
      checked.found().add(new Found<>(record, entry.range(), entry.result().getRow(), row));
    }
  }
}
