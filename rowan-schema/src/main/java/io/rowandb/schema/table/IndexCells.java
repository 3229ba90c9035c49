package io.rowandb.schema.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The cells of an index's entries. All are in one family:
 *
 * <pre>
 *   qualifier    value
 *   (none)       unique: the row key of its record; else nothing, of no particular write
 *   w, token     not unique: nothing; of one write; only that one removes it before it is old
 *   c            with copies: empty while it has none, else 4 bytes of the MD5 of the copied
 *                columns' description, and for each of them the length of its bytes, in 4 bytes
 *                and -1 for null, and the bytes. At the time of the record's write
 *   l            unique: the token of the last claim, 16 bytes
 *   p, token     unique: nothing; a claim whose record may not be written yet
 * </pre>
 *
 * <p>A row without either of the first two is not an entry: it was removed while another client
 * changed it. An entry may have many of these cells, one per write. They have the time of the
 * record's write if the table has marks and the index is not unique; otherwise the server's. The
 * copies do not count if they are copies of other columns than the index declares or, in an index
 * that is not unique, if one of these cells is newer.
 *
 * <p>Immutable; used by any number of threads.
 *
 * @param <R> the record
 */
public final class IndexCells<R> {
  static final int LAYOUT_BYTES = 4;

  private static final byte[] FIRST = HConstants.EMPTY_BYTE_ARRAY;
  private static final byte[] WRITE = {'w'};
  private static final byte[] COPIES = {'c'};
  private static final byte[] LAST_CLAIM = {'l'};
  private static final byte[] CLAIM = {'p'};
  private static final byte[] NOTHING = HConstants.EMPTY_BYTE_ARRAY;
  private static final Cell[] NO_CELLS = {};

  // Fixed at construction.
  private final byte[] family;
  private final boolean unique;
  private final CopiedColumns<R> copied;
  private final byte[] layout;

  IndexCells(byte[] family, boolean unique, CopiedColumns<R> copied) {
    this.family = family;
    this.unique = unique;
    this.copied = copied;
    layout = copied.layout();
  }

  /** The column that every unique entry has, and others may have. */
  public Column first() {
    return new Column(family, FIRST);
  }

  /** The youngest cell that makes a row an entry. */
  Optional<Cell> first(Result entry) {
    Cell first = null;
    for (Cell cell : entry.isEmpty() ? NO_CELLS : entry.rawCells()) {
      if (isOfEntry(cell) && (first == null || cell.getTimestamp() > first.getTimestamp())) {
        first = cell;
      }
    }
    return Optional.ofNullable(first);
  }

  private static boolean isOfEntry(Cell cell) {
    return cell.getQualifierLength() == 0 || beginsWith(cell, WRITE);
  }

  /** What makes a row an entry, the youngest first. */
  private static List<Cell> ofEntry(Result entry) {
    return Arrays.stream(entry.isEmpty() ? NO_CELLS : entry.rawCells())
        .filter(IndexCells::isOfEntry)
        .sorted(Comparator.comparingLong(Cell::getTimestamp).reversed())
        .toList();
  }

  private static boolean beginsWith(Cell cell, byte[] kind) {
    return cell.getQualifierLength() > kind.length
        && cell.getQualifierArray()[cell.getQualifierOffset()] == kind[0];
  }

  /** Writes an entry that is not unique, of a table without marks. */
  public Put entry(byte[] entry) {
    return new Put(entry).addColumn(family, FIRST, NOTHING);
  }

  /**
   * Writes an entry that is not unique, of a table without marks.
   *
   * @param token of the write
   */
  public Put ownEntry(byte[] entry, byte[] token) {
    return new Put(entry).addColumn(family, Bytes.add(WRITE, token), NOTHING);
  }

  /** Removes what one write has in an entry. */
  public Delete removingOwn(byte[] entry, byte[] token) {
    return new Delete(entry).addColumns(family, Bytes.add(WRITE, token));
  }

  /**
   * Writes an entry that is not unique, without copies.
   *
   * @param time of the record's write, in milliseconds since 1970
   */
  public Put entryAt(byte[] entry, long time) {
    return withoutCopies(new Put(entry).addColumn(family, FIRST, time, NOTHING), time);
  }

  /**
   * Writes an entry that is not unique, of a record that is there, with its copies.
   *
   * @param time of the record's write, in milliseconds since 1970
   */
  public Put filledEntryAt(byte[] entry, R record, long time) {
    Put put = new Put(entry).addColumn(family, FIRST, time, NOTHING);
    return copied.columns().isEmpty()
        ? put
        : put.addColumn(family, COPIES, time, copiesWithLayout(record));
  }

  /**
   * Removes an entry that is not unique.
   *
   * @param time of the write after which its record has another, in milliseconds since 1970; what
   *     is younger stays
   */
  public Delete removingUntil(byte[] entry, long time) {
    return new Delete(entry).addFamily(family, time);
  }

  /**
   * What makes a row an entry many times over, but the youngest, which is enough: of one that many
   * writes have written, and none of them removed.
   */
  public List<Cell> spare(Result entry) {
    if (entry.size() <= 1) {
      return List.of();
    }
    List<Cell> all = ofEntry(entry);
    return all.size() <= 1 ? List.of() : all.subList(1, all.size());
  }

  /** Removes some cells of an entry as they were seen. */
  public Delete removing(Result entry, List<Cell> cells) {
    Delete delete = new Delete(entry.getRow());
    for (Cell cell : cells) { // with the versions before, or they come to light
      delete.addColumns(family, CellUtil.cloneQualifier(cell), cell.getTimestamp());
    }
    return delete;
  }

  /**
   * Takes the copies of an entry away.
   *
   * @param time of the write that changes the record, in milliseconds since 1970
   */
  public Put withoutCopies(byte[] entry, long time) {
    return withoutCopies(new Put(entry), time);
  }

  private Put withoutCopies(Put put, long time) {
    return copied.columns().isEmpty() ? put : put.addColumn(family, COPIES, time, NOTHING);
  }

  /**
   * Gives an entry the copies of its record.
   *
   * @param time of the record's write, in milliseconds since 1970: when a later one has begun, they
   *     are hidden by what {@link #withoutCopies} wrote
   */
  public Put withCopies(byte[] entry, R record, long time) {
    return new Put(entry).addColumn(family, COPIES, time, copiesWithLayout(record));
  }

  private byte[] copiesWithLayout(R record) {
    return Bytes.add(layout, copied.write(record));
  }

  /** When an entry's copies were written or taken away, in milliseconds since 1970; 0 for never. */
  public long newestCopies(Result entry) {
    Cell copies = entry.getColumnLatestCell(family, COPIES);
    return copies == null ? 0 : copies.getTimestamp();
  }

  /**
   * Whether copies of a time would be an entry's.
   *
   * @param time of the record's write, in milliseconds since 1970
   */
  public boolean takesCopies(Result entry, long time) {
    return newestCopies(entry) <= time && isNotYounger(entry, time);
  }

  /** Unique entries have the server's time, which says nothing of their record's. */
  private boolean isNotYounger(Result entry, long time) {
    return unique || first(entry).filter(first -> first.getTimestamp() > time).isEmpty();
  }

  /** What {@link #copies} has of an entry with copies of this record. */
  public byte[] copiesOf(R record) {
    return copied.write(record);
  }

  /** The copies of an entry, if it has any. */
  public Optional<byte[]> copies(Result entry) {
    Cell copies = entry.getColumnLatestCell(family, COPIES);
    if (first(entry).isEmpty() || copies == null || !isNotYounger(entry, copies.getTimestamp())) {
      return Optional.empty();
    }
    byte[] value = CellUtil.cloneValue(copies);
    return Bytes.startsWith(value, layout)
        ? Optional.of(Arrays.copyOfRange(value, LAYOUT_BYTES, value.length))
        : Optional.empty();
  }

  /** The time of an entry's last change that is there, in milliseconds since 1970. */
  public long newest(Result entry) {
    return Arrays.stream(entry.rawCells()).mapToLong(Cell::getTimestamp).max().orElse(0);
  }

  /** Removes an entry as it was seen; what is written anew meanwhile stays. */
  public Delete removing(Result entry) {
    return removing(entry, List.of(entry.rawCells()));
  }

  /**
   * Claims a unique entry for a record.
   *
   * @param token of this claim alone
   * @param former the entry as it was seen, which must not have been claimed or removed since;
   *     empty when none was
   * @param time of the record's write, in milliseconds since 1970: that at which copies go
   */
  public CheckAndMutate claim(byte[] entry, byte[] row, byte[] token, Result former, long time) {
    Put claim =
        withoutCopies(new Put(entry).addColumn(family, FIRST, row), time)
            .addColumn(family, LAST_CLAIM, token)
            .addColumn(family, Bytes.add(CLAIM, token), NOTHING);
    CheckAndMutate.Builder condition = CheckAndMutate.newBuilder(entry);
    Cell first = former.getColumnLatestCell(family, FIRST);
    if (first == null) {
      condition.ifNotExists(family, FIRST);
    } else if (tellsClaims(former)) {
      condition.ifEquals(family, LAST_CLAIM, former.getValue(family, LAST_CLAIM));
    } else {
      condition.ifNotExists(family, FIRST).timeRange(TimeRange.from(first.getTimestamp() + 1));
    }
    return condition.build(claim);
  }

  /** Whether it is known whose claims of an entry are not settled. */
  public boolean tellsClaims(Result entry) {
    return entry.containsColumn(family, LAST_CLAIM);
  }

  /** Claims whose records may not be written yet. */
  public List<Cell> claims(Result entry) {
    List<Cell> claims = new ArrayList<>();
    for (Cell cell : entry.isEmpty() ? NO_CELLS : entry.rawCells()) { // null, of no cell
      if (beginsWith(cell, CLAIM)) {
        claims.add(cell);
      }
    }
    return claims;
  }

  /**
   * Writes a unique entry of a new record, which nobody else has, as a settled claim leaves it.
   *
   * @param token of this entry alone, 16 bytes
   * @param time of the record's write, in milliseconds since 1970
   */
  public Put settledEntry(byte[] entry, byte[] row, byte[] token, R record, long time) {
    Put put =
        new Put(entry)
            .addColumn(family, FIRST, time, row)
            .addColumn(family, LAST_CLAIM, time, token);
    return copied.columns().isEmpty()
        ? put
        : put.addColumn(family, COPIES, time, copiesWithLayout(record));
  }

  /** Settles a claim: its record is written, or will never be. */
  public Delete settling(byte[] entry, byte[] token) {
    return new Delete(entry).addColumns(family, Bytes.add(CLAIM, token));
  }
}
