package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.details.Lookup;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.ScannedRow;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Result;

/**
 * Decides which entries of a read count: those that their current records have. When copies are
 * read, an entry with copies counts as the current record; for other entries the record is looked
 * up. Reads nothing itself. Used by one thread at a time.
 *
 * @param <R> the record
 * @param <V> what is made of each entry that counts: the record, or values of its fields
 */
final class EntryCheck<R, V> {
  /** Reads what an entry has by itself. */
  @FunctionalInterface
  private interface CopiesReader<V> {
    V read(byte[] entry, byte[] row, byte[] copies);
  }

  /**
   * What an entry says.
   *
   * @param row of its record, if it names one
   * @param made of its copies, if they are asked for and there are any
   */
  private record Entry<V>(Optional<byte[]> row, Optional<V> made) {}

  /**
   * Rows that are looked up in the first call when it is not known how many are wanted. When it is,
   * they are looked up together, as many as a call has.
   */
  private static final int FIRST_BATCH = 16;

  /** Rows of a later call; each may be some kilobytes. */
  private static final int LAST_BATCH = 256;

  /** Cells beside the youngest that an entry has when they are worth a call. */
  private static final int CROWD = 8;

  // Fixed at construction.
  private final QuerySettings<R> settings;
  private final IndexDesign<R> index;
  private final boolean copied;
  private final CopiesReader<V> ofCopies;
  private final Function<R, V> ofRecord;

  /** Of the entries that are being checked. */
  private final IdentityHashMap<ScannedRow, Entry<V>> beingChecked = new IdentityHashMap<>();

  private int batch;

  private EntryCheck(
      QueryPlan<R> plan, boolean copied, CopiesReader<V> ofCopies, Function<R, V> ofRecord) {
    this.copied = copied;
    this.ofCopies = ofCopies;
    this.ofRecord = ofRecord;
    settings = plan.settings();
    index = plan.path().index();
    boolean isKnown = plan.isUnchecked() && settings.limit() <= LAST_BATCH;
    batch = isKnown ? (int) settings.limit() : FIRST_BATCH;
  }

  /** Makes records, through an index. */
  static <R> EntryCheck<R, R> ofRecords(QueryPlan<R> plan) {
    TableDesign<R> design = plan.design();
    IndexDesign<R> index = plan.path().index();
    return new EntryCheck<>(
        plan,
        plan.settings().copied(),
        (entry, row, copies) -> design.rows().readCopies(index, entry, row, copies),
        record -> record);
  }

  /** Takes values out of an index that has copies of all that are needed. */
  static <R> EntryCheck<R, Object[]> ofValues(QueryPlan<R> plan) {
    TableDesign<R> design = plan.design();
    IndexDesign<R> index = plan.path().index();
    return new EntryCheck<>(
        plan,
        /* copied= */ true,
        (entry, row, copies) -> design.rows().copiedValues(index, entry, row, copies),
        design.shape()::values);
  }

  /** How many entries are looked up next, at most. */
  int nextBatch() {
    int next = batch;
    batch = Math.min(2 * batch, LAST_BATCH);
    return next;
  }

  /** Whether an entry is a record by itself. */
  boolean isRecord(ScannedRow entry) {
    return copied && read(entry).made().isPresent();
  }

  private Entry<V> read(ScannedRow entry) {
    return beingChecked.computeIfAbsent(entry, each -> read(each.result()));
  }

  private Entry<V> read(Result entry) {
    Optional<byte[]> row = index.row(entry);
    return new Entry<>(
        row, copied && row.isPresent() ? madeOfCopies(entry, row.get()) : Optional.empty());
  }

  /** What an entry's copies say. Those of which nothing can be made count as none. */
  private Optional<V> madeOfCopies(Result entry, byte[] row) {
    try {
      return index.cells().copies(entry).map(copies -> ofCopies.read(entry.getRow(), row, copies));
    } catch (RuntimeException e) { // whatever the record's constructor throws
      return Optional.empty();
    }
  }

  /** The rows of the records that must be looked up to tell what entries are, each once. */
  List<byte[]> rows(List<ScannedRow> entries) {
    Set<ByteBuffer> distinct = new HashSet<>();
    List<byte[]> rows = new ArrayList<>();
    for (ScannedRow each : entries) {
      Entry<V> entry = read(each);
      if (entry.made().isEmpty()
          && entry.row().isPresent()
          && distinct.add(ByteBuffer.wrap(entry.row().get()))) {
        rows.add(entry.row().get());
      }
    }
    return rows;
  }

  /**
   * What entries turned out to be.
   *
   * @param found what those that count are, in their order
   * @param stale those that no record has
   * @param crowded those that count, and that many writes have cells in
   * @param withoutCopies those that count and have no copies, though these are wanted
   */
  record Checked<R, V>(
      List<Found<V>> found,
      List<Result> stale,
      List<Result> crowded,
      List<IndexEntries.Seen<R>> withoutCopies) {}

  /**
   * Checks entries.
   *
   * @param records what is in {@link #rows}. An entry of a row of which no record can be made is
   *     passed over, and stays
   */
  Checked<R, V> check(List<ScannedRow> entries, List<Lookup<R>> records) {
    Checked<R, V> checked =
        new Checked<>(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Map<ByteBuffer, Lookup<R>> named = new HashMap<>();
    records.forEach(each -> named.put(ByteBuffer.wrap(each.row()), each));
    for (ScannedRow entry : entries) {
      Optional<byte[]> row = read(entry).row();
      Optional<V> made = read(entry).made();
      if (made.isPresent()) {
        add(entry, row.orElseThrow(), made.get(), checked);
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
        byte[] own = row.orElseThrow();
        add(entry, own, ofCopies.read(entry.result().getRow(), own, wanted), checked);
        checked.withoutCopies().add(new IndexEntries.Seen<>(entry.result(), found));
      } else {
        add(entry, row.orElseThrow(), ofRecord.apply(record), checked);
      }
    }
    beingChecked.clear();
    return checked;
  }

  private void add(ScannedRow entry, byte[] row, V made, Checked<R, V> checked) {
    checked.found().add(new Found<>(made, entry.range(), entry.result().getRow(), row));
  }
}
