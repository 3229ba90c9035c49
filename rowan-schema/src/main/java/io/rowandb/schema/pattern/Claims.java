package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.details.Lookup;
import io.rowandb.schema.table.IndexCells;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The claims of unique entries that one write has made; has the decisions of the protocol, not the
 * calls. The protocol:
 *
 * <ol>
 *   <li>Before a writer writes the row, it claims the entry with its own token, which stays in the
 *       entry until the row is written. So an entry shows which writers may be about to write a
 *       record that has it.
 *   <li>An entry of another record may be claimed if two things hold. It has no such token, except
 *       tokens older than the grace period, whose writers have died. And the record, read after the
 *       entry, does not have the entry's values.
 *   <li>A claim succeeds only if there was no other claim since the entry was read. So no claim was
 *       made while the record was read, and every earlier claim was seen or had ended.
 * </ol>
 *
 * <p>Values that a record gave up, or had when it was deleted, are free for another record at once.
 * A value claimed by a writer that died is free after the grace period. So are old entries from
 * before tokens existed.
 *
 * <p>Guarantee: no two records have the values of one entry. Conditions: each writer takes less
 * than the grace period from its claim to its row, which it enforces itself except for the call
 * that writes the row; and clocks differ by much less than the grace period. A call that is
 * executed late or twice writes no row, because the row then has a different mark ({@link
 * io.rowandb.schema.pattern.chain.Chain}). A late claim holds a value for at most one grace period.
 *
 * <p>Used by one thread at a time, for one write.
 */
final class Claims<R> {
  /** What settles those that were made. */
  private final Map<IndexDesign<R>, List<Delete>> settling = new LinkedHashMap<>();

  private boolean inDoubt;

  /** Rows are sent; who is not answered does not know if they are written, and have the values. */
  void begin() {
    inDoubt = true;
  }

  /** It is known which rows are written. */
  void end() {
    inDoubt = false;
  }

  /** Whether a row may be written later, and have the values then. */
  boolean areInDoubt() {
    return inDoubt;
  }

  /**
   * A claim went through.
   *
   * @param former the entry as it was seen before; empty if it was not read
   */
  void add(Claim<R> claim, Result former) {
    settling.computeIfAbsent(claim.index(), each -> new ArrayList<>()).add(claim.settling(former));
  }

  /** What settles them, of each index: the records are written, or will never be. Given once. */
  Map<IndexDesign<R>, List<Delete>> takeSettling() {
    Map<IndexDesign<R>, List<Delete>> taken = new LinkedHashMap<>(settling);
    settling.clear();
    return taken;
  }

  /**
   * An entry that is to be claimed.
   *
   * @param row that of its record
   * @param token of this claim alone
   * @param time of the record's write, in milliseconds since 1970
   */
  record Claim<R>(
      IndexSettings settings,
      IndexDesign<R> index,
      byte[] entry,
      byte[] row,
      byte[] token,
      long time) {
    static <R> Claim<R> of(
        IndexSettings settings, IndexDesign<R> index, byte[] entry, byte[] row, long time) {
      UUID token = UUID.randomUUID();
      return new Claim<>(
          settings,
          index,
          entry,
          row,
          Bytes.add(
              Bytes.toBytes(token.getMostSignificantBits()),
              Bytes.toBytes(token.getLeastSignificantBits())),
          time);
    }

    /**
     * Claims the entry if it is still what was seen.
     *
     * @param former the entry as it was seen; empty before anybody looked
     */
    CheckAndMutate attempt(Result former) {
      return index.cells().claim(entry, row, token, former, time);
    }

    /** Looks at the entry. */
    Get look() throws IOException {
      return new Get(entry).addFamily(index.family().getName());
    }

    /** The row of the record that has the entry, its own if there is none. */
    byte[] owner(Result former) {
      return index.row(former).orElse(row);
    }

    /** Whether the entry has no owner, or belongs to the same record. */
    boolean isOwn(Result former) {
      return Arrays.equals(owner(former), row);
    }

    /**
     * Whether a writer may be about to write a record that has the entry. Must be called before its
     * record is looked up: a writer that has ended since may have written it.
     */
    boolean isClaimed(Result former) {
      IndexCells<R> cells = index.cells();
      long nowMillis = settings.nowMillis();
      return cells.tellsClaims(former)
          ? cells.claims(former).stream()
              .anyMatch(claim -> !settings.isOld(claim.getTimestamp(), nowMillis))
          : !settings.isOld(cells.newest(former), nowMillis);
    }

    /**
     * Whether a record has the entry, or may have it: of a row of which no record can be made its
     * fields tell.
     *
     * @param other the row of {@link #owner}
     */
    boolean isOf(TableDesign<R> design, Lookup<R> other, Result former) {
      if (!other.isUnreadable()) {
        return other.record() != null && index.has(other.record(), owner(former), entry);
      }
      try {
        return index.mayHave(design.fieldReader().read(other.cells()), other.row(), entry);
      } catch (IllegalArgumentException e) {
        return true; // it says nothing of itself, so it may
      }
    }

    /** The refusal. */
    UniqueViolationException takenBy(Result former) {
      return new UniqueViolationException(index.name(), row, owner(former));
    }

    /** Settles the claim, and those of writers that died before it. */
    private Delete settling(Result former) {
      Delete settled = index.cells().settling(entry, token);
      long nowMillis = settings.nowMillis();
      for (Cell dead : index.cells().claims(former)) {
        if (settings.isOld(dead.getTimestamp(), nowMillis)) {
          settled.addColumns(
              index.family().getName(), CellUtil.cloneQualifier(dead), dead.getTimestamp());
        }
      }
      return settled;
    }
  }
}
