package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.chain.MarkedRow;
import io.rowandb.schema.pattern.chain.MarkedRows;
import io.rowandb.schema.pattern.details.Lookup;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.RecordExpiry;
import io.rowandb.schema.table.TableDesign;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Decides what to write to indexes and what an existing entry means: the decisions of {@link
 * IndexKeeper}'s protocol, without its calls. Immutable.
 */
record IndexEntries<R>(TableDesign<R> design, IndexSettings settings) {
  /** The indexes in the order in which their entries are written: what may be refused first. */
  List<IndexDesign<R>> indexes() {
    return design.indexes().stream()
        .sorted(Comparator.comparing(index -> !index.isUnique()))
        .toList();
  }

  /** A write begins, or a deletion. */
  WriteTime begin() {
    return new WriteTime(design.name(), settings, !design.indexes().isEmpty());
  }

  /**
   * A write of a row in a chain.
   *
   * @param former the row as it was read
   * @param record what is written; null when the row is deleted
   * @param time of the write, in milliseconds since 1970: greater than that of the one before
   */
  record Change<R>(MarkedRow<R> former, R record, long time) {
    private byte[] row() {
      return former.row();
    }
  }

  /**
   * What is written into an index before records are.
   *
   * @param claims of unique entries, to be made first
   * @param puts all else, each of another entry
   */
  record Writes<R>(List<Claims.Claim<R>> claims, List<Put> puts) {}

  /**
   * The entries of records of a table without marks.
   *
   * @param own remembers the entries; null if they belong to no write
   */
  List<Put> of(IndexDesign<R> index, List<R> written, OwnEntries.Write own) {
    Map<ByteBuffer, Put> puts = new LinkedHashMap<>();
    for (R each : written) {
      R record = design.rows().asRead(each); // that is what they are verified against
      byte[] row = design.key().encode(record);
      for (byte[] entry : index.entries(record, row)) {
        puts.put(
            ByteBuffer.wrap(entry),
            design.expiry().isPresent()
                ? expiring(design.expiry().get(), index, entry, record, own)
                : own == null
                    ? index.cells().entry(entry)
                    : index.cells().ownEntry(entry, own.token(index, entry, row)));
      }
    }
    return List.copyOf(puts.values());
  }

  /**
   * An entry that lives longer than its record, by a grace, in which its row may still be written.
   * Each write has a cell of its own there: that of another write may end before this record does.
   */
  private Put expiring(
      RecordExpiry<R> expiry, IndexDesign<R> index, byte[] entry, R record, OwnEntries.Write own) {
    byte[] token =
        own == null
            ? Bytes.toBytes(UUID.randomUUID().toString())
            : own.newToken(index, entry, design.key().encode(record));
    long millis = expiry.millis(record, settings.nowMillis()) + settings.grace().toMillis();
    return index.cells().ownEntry(entry, token).setTTL(millis);
  }

  /** What is written into an index before rows of a chain: entries, without copies. */
  Writes<R> before(IndexDesign<R> index, List<Change<R>> changes) {
    Map<ByteBuffer, Put> puts = new LinkedHashMap<>();
    List<Claims.Claim<R>> claims = new ArrayList<>();
    for (Change<R> change : changes) {
      Set<ByteBuffer> claimed = new HashSet<>(); // a claim takes the copies away, too
      for (byte[] entry : after(index, change)) {
        if (index.isUnique()) {
          claims.add(Claims.Claim.of(settings, index, entry, change.row(), change.time()));
          claimed.add(ByteBuffer.wrap(entry));
        } else {
          puts.put(ByteBuffer.wrap(entry), index.cells().entryAt(entry, change.time()));
        }
      }
      for (byte[] entry : index.hasCopies() ? formerOf(index, change) : List.<byte[]>of()) {
        if (!claimed.contains(ByteBuffer.wrap(entry))) {
          puts.putIfAbsent(
              ByteBuffer.wrap(entry), index.cells().withoutCopies(entry, change.time()));
        }
      }
    }
    return new Writes<>(claims, List.copyOf(puts.values()));
  }

  /**
   * What is written into an index behind rows of a chain: entries that were theirs go, and those
   * that are get their copies.
   */
  List<Row> behind(IndexDesign<R> index, List<Change<R>> changes) {
    List<Row> rows = new ArrayList<>();
    for (Change<R> change : changes) {
      List<byte[]> after = after(index, change);
      for (byte[] entry : index.isUnique() ? List.<byte[]>of() : formerOf(index, change)) {
        if (after.stream().noneMatch(each -> Arrays.equals(each, entry))) {
          rows.add(index.cells().removingUntil(entry, change.time()));
        }
      }
      for (byte[] entry : index.hasCopies() ? after : List.<byte[]>of()) {
        rows.add(
            index.cells().withCopies(entry, design.rows().asRead(change.record()), change.time()));
      }
    }
    return rows;
  }

  private List<byte[]> after(IndexDesign<R> index, Change<R> change) {
    return change.record() == null
        ? List.of()
        : index.entries(design.rows().asRead(change.record()), change.row());
  }

  /**
   * The entries that a row may have had. A predicate that chooses the records of an index may ask
   * for details, which were not read; then it is not asked.
   *
   * @throws IllegalArgumentException when nothing tells which entries have copies of it
   */
  private List<byte[]> formerOf(IndexDesign<R> index, Change<R> change) {
    MarkedRow<R> former = change.former();
    if (former.record().isPresent()) {
      R record = former.record().get();
      return index.isPartial() && !design.isWrittenWhole()
          ? index.possibleEntries(record, former.row())
          : index.entries(record, former.row());
    }
    if (former.unreadable() == null) {
      return List.of();
    }
    try {
      return index.entriesOf(design.fieldReader().read(former.cells(), index), former.row());
    } catch (IllegalArgumentException e) {
      if (index.hasCopies()) {
        throw new IllegalArgumentException(
            "row "
                + Bytes.toStringBinary(former.row())
                + " of "
                + design.name()
                + " cannot be replaced or deleted: the fields of index "
                + index.name()
                + " cannot be read, and its entry may have copies: "
                + e.getMessage(),
            e);
      }
      return List.of(); // they are passed over, and go when they are old
    }
  }

  /**
   * A record that is there.
   *
   * @param time of its last write, in milliseconds since 1970
   */
  record Present<R>(byte[] row, R record, long time) {}

  /** The entries of records that are there, which lack them; those of unique ones are claimed. */
  Writes<R> lacking(IndexDesign<R> index, List<Present<R>> present) {
    List<Claims.Claim<R>> claims = new ArrayList<>();
    List<Put> puts = new ArrayList<>();
    for (Present<R> each : present) {
      for (byte[] entry : index.entries(each.record(), each.row())) {
        if (index.isUnique()) {
          claims.add(Claims.Claim.of(settings, index, entry, each.row(), each.time()));
          if (index.hasCopies()) {
            puts.add(index.cells().withCopies(entry, each.record(), each.time()));
          }
        } else {
          puts.add(index.cells().filledEntryAt(entry, each.record(), each.time()));
        }
      }
    }
    return new Writes<>(claims, puts);
  }

  /** What removes cells that writes had in entries. */
  List<Delete> removing(IndexDesign<R> index, List<OwnEntries.Cell> obsolete) {
    return obsolete.stream()
        .map(cell -> index.cells().removingOwn(cell.entry(), cell.token()))
        .toList();
  }

  /**
   * The present. The age of an entry is judged by a time before its record was looked up: of one
   * that grows old afterwards the record may have been written since.
   */
  long nowMillis() {
    return settings.nowMillis();
  }

  /** An entry as it was seen, and the record that was found to have it. */
  record Seen<R>(Result entry, Lookup<R> found) {
    /** When the record was written, in milliseconds since 1970; empty when no mark tells. */
    OptionalLong time(TableDesign<R> design) {
      return MarkedRows.timeOf(design, found.cells());
    }

    /** Whether the record is that of the same write as another time. */
    boolean isOfSameWrite(TableDesign<R> design, Seen<R> other) {
      return found.record() != null
          && other.found.record() != null
          && time(design).equals(other.time(design))
          && hasSameCells(found.cells(), other.found.cells());
    }

    private static boolean hasSameCells(Result one, Result other) {
      if (one.size() != other.size()) {
        return false;
      }
      for (int i = 0; i < one.size(); i++) {
        Cell cell = one.rawCells()[i];
        if (!CellUtil.equals(cell, other.rawCells()[i])
            || !CellUtil.matchingValue(cell, other.rawCells()[i])) {
          return false;
        }
      }
      return true;
    }

    /** Whether the entry has copies, and they are not those of the record. */
    boolean hasOtherCopies(IndexDesign<R> index) {
      return !entry.isEmpty()
          && index
              .cells()
              .copies(entry)
              .filter(copies -> !Arrays.equals(copies, index.cells().copiesOf(found.record())))
              .isPresent();
    }

    /** Whether copies of that time would be the entry's. */
    boolean takesCopies(TableDesign<R> design, IndexDesign<R> index) {
      OptionalLong time = time(design);
      return time.isPresent() && index.cells().takesCopies(entry, time.getAsLong());
    }
  }

  /** What gives entries the copies of their records, where they would be theirs. */
  List<Put> filling(IndexDesign<R> index, List<Seen<R>> entries) {
    List<Put> puts = new ArrayList<>();
    for (Seen<R> each : entries) {
      if (each.takesCopies(design, index)) {
        long time = each.time(design).getAsLong();
        puts.add(index.cells().withCopies(each.entry().getRow(), each.found().record(), time));
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
    if (design.expiry().isPresent()) {
      return deletes; // the youngest may end before its record does
    }
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
