package io.rowandb.schema.pattern;

import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * What to write into indexes, and what an existing entry means: the decisions of {@link
 * IndexKeeper}'s protocol, without its calls. Immutable.
 */
record IndexEntries<R>(TableDesign<R> design, IndexSettings settings) {
  /** The indexes in the order in which their entries are written: what may be refused first. */
  List<IndexDesign<R>> indexes() {
    return design.indexes().stream()
        .sorted(Comparator.comparing(index -> !index.isUnique()))
        .toList();
  }

  /** Whether rows must be read before they are written or deleted. */
  boolean haveCopies() {
    return design.indexes().stream().anyMatch(IndexDesign::hasCopies);
  }

  /** A write begins, or a deletion. */
  WriteTime begin() {
    return new WriteTime(design.name(), settings, !design.indexes().isEmpty());
  }

  /** The rows of records. */
  List<byte[]> rows(List<R> records) {
    return records.stream().map(design.key()::encode).toList();
  }

  /** A record that is there, in its row. */
  record Stored<R>(byte[] row, R record) {}

  /**
   * What is written into an index before records are.
   *
   * @param claims of unique entries, to be made first
   * @param puts all else, each of another entry
   */
  record Writes<R>(List<Claims.Claim<R>> claims, List<Put> puts) {}

  /**
   * The entries of records, without copies.
   *
   * @param former the records that are in their rows, as far as they were looked up
   * @param own what remembers the entries; null when they are nobody's
   */
  Writes<R> of(
      IndexDesign<R> index, List<R> written, List<Stored<R>> former, OwnEntries.Write own) {
    Map<ByteBuffer, Put> puts = withoutCopies(index, former);
    List<Claims.Claim<R>> claims = new ArrayList<>();
    for (R each : written) {
      R record = design.asRead(each); // that is what they are verified against
      byte[] row = design.key().encode(record);
      for (byte[] entry : index.entries(record, row)) {
        if (index.isUnique()) {
          claims.add(Claims.Claim.of(settings, index, entry, row));
          puts.remove(ByteBuffer.wrap(entry)); // a claim takes the copies away, too
        } else {
          puts.put(
              ByteBuffer.wrap(entry),
              own == null
                  ? index.cells().entry(entry, row)
                  : index.cells().ownEntry(entry, own.token(index, entry, row)));
        }
      }
    }
    return new Writes<>(claims, List.copyOf(puts.values()));
  }

  /** What removes cells that writes had in entries. */
  List<Delete> removing(IndexDesign<R> index, List<OwnEntries.Cell> obsolete) {
    return obsolete.stream()
        .map(cell -> index.cells().removingOwn(cell.entry(), cell.token()))
        .toList();
  }

  /** What takes the copies away from the entries of records that will be deleted. */
  List<Put> beforeDelete(IndexDesign<R> index, List<Stored<R>> former) {
    return List.copyOf(withoutCopies(index, former).values());
  }

  private Map<ByteBuffer, Put> withoutCopies(IndexDesign<R> index, List<Stored<R>> former) {
    Map<ByteBuffer, Put> puts = new LinkedHashMap<>();
    if (index.hasCopies()) {
      for (Stored<R> each : former) {
        for (byte[] entry : index.entries(each.record(), each.row())) {
          puts.put(ByteBuffer.wrap(entry), index.cells().withoutCopies(entry));
        }
      }
    }
    return puts;
  }

  /**
   * The present. The age of an entry is judged by a time before its record was looked up: of one
   * that grows old afterwards the record may have been written since.
   */
  long nowMillis() {
    return settings.nowMillis();
  }

  /** An entry as it was seen, and the record that was found to have it. */
  record Seen<R>(Result entry, R record) {}

  /**
   * Entries that are to get copies, those of them that are old enough. Whoever took a cell of his
   * own from an entry took the copies, too, and it does not show: then it must be read.
   *
   * @param removals the scan that tells when that was; null when it is of no entry
   */
  record Unfilled<R>(List<Seen<R>> entries, Scan removals) {}

  /**
   * Of entries without copies, or with wrong ones.
   *
   * @param nowMillis of {@link #nowMillis}, before their records were looked up
   */
  Unfilled<R> unfilled(IndexDesign<R> index, List<Seen<R>> found, long nowMillis) {
    List<Seen<R>> old =
        found.stream()
            .filter(each -> settings.isSettled(index.cells().newest(each.entry()), nowMillis))
            .toList();
    List<byte[]> hiding =
        old.stream()
            .map(Seen::entry)
            .filter(index.cells()::mayHideCopies)
            .map(Result::getRow)
            .toList();
    return new Unfilled<>(old, hiding.isEmpty() ? null : index.cells().withRemovals(hiding));
  }

  /**
   * What gives entries the copies of their records.
   *
   * @param removals what the scan found
   * @param nowMillis as for {@link #unfilled}
   */
  List<Put> filling(
      IndexDesign<R> index, Unfilled<R> unfilled, List<Result> removals, long nowMillis) {
    Map<ByteBuffer, Long> removed = new HashMap<>();
    for (Result each : removals) {
      removed.put(ByteBuffer.wrap(each.getRow()), index.cells().newest(each));
    }
    List<Put> puts = new ArrayList<>();
    for (Seen<R> each : unfilled.entries()) {
      byte[] entry = each.entry().getRow();
      long seen = index.cells().newest(each.entry());
      long newest = Math.max(seen, removed.getOrDefault(ByteBuffer.wrap(entry), seen));
      if (settings.isSettled(newest, nowMillis)) {
        puts.add(index.cells().withCopies(entry, each.record(), newest));
      }
    }
    return puts;
  }

  /**
   * What removes entries that no record has, those of them that are old enough.
   *
   * @param nowMillis of {@link #nowMillis}, before their records were looked up
   */
  List<Delete> removing(IndexDesign<R> index, List<Result> stale, long nowMillis) {
    List<Delete> deletes = new ArrayList<>();
    for (Result entry : stale) {
      if (settings.isOld(index.cells().newest(entry), nowMillis)) {
        deletes.add(index.cells().removing(entry));
      }
    }
    return deletes;
  }

  /**
   * What takes from entries that records have what many writes left in them, as far as it is old
   * enough. The youngest stays, which is removed by its own writer alone, who has written the
   * record anew then.
   *
   * @param nowMillis of {@link #nowMillis}, before their records were looked up
   */
  List<Delete> thinning(IndexDesign<R> index, List<Result> crowded, long nowMillis) {
    List<Delete> deletes = new ArrayList<>();
    for (Result entry : crowded) {
      List<Cell> old =
          index.cells().spare(entry).stream()
              .filter(cell -> settings.isOld(cell.getTimestamp(), nowMillis))
              .toList();
      if (!old.isEmpty()) {
        deletes.add(index.cells().removing(entry, old));
      }
    }
    return deletes;
  }
}
