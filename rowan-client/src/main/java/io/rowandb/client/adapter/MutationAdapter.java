package io.rowandb.client.adapter;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellTags;
import io.rowandb.engine.cell.RowMutation;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * HBase's {@code Put}, {@code Delete}, {@code Increment}, {@code Append} and {@code RowMutations}
 * as the engine's mutations. The bytes of each cell are copied once.
 */
public final class MutationAdapter {
  private static final byte[] NO_TAGS = new byte[0];

  private MutationAdapter() {}

  /**
   * Fills {@code out} with the change that {@code mutation} asks for.
   *
   * @return out
   * @throws IllegalArgumentException for a kind of mutation that HBase does not have, and as {@link
   *     #checkTime} for a put or delete; increments and appends get their times from the store
   */
  public static RowMutation fill(Mutation mutation, TableTraits table, RowMutation out) {
    RowMutation.Kind kind = kindOf(mutation);
    boolean timed = kind == RowMutation.Kind.PUT || kind == RowMutation.Kind.DELETE;
    out.reset(kind, mutation.getRow(), table.durability(mutation.getDurability()));
    if (mutation instanceof Increment increment) {
      readAs(increment.getTimeRange(), increment.isReturnResults(), out);
    } else if (mutation instanceof Append append) {
      readAs(append.getTimeRange(), append.isReturnResults(), out);
    }
    var cellsByFamily = mutation.getFamilyCellMap();
    if (cellsByFamily.isEmpty() && mutation instanceof Delete) {
      out.deleteRow(table.families(), mutation.getTimestamp());
      return out;
    }
    long ttlMillis = mutation.getTTL();
    boolean plain = ttlMillis == Long.MAX_VALUE && table.tags() == Tags.DROPPED;
    for (List<org.apache.hadoop.hbase.Cell> cells : cellsByFamily.values()) {
      for (int i = 0; i < cells.size(); i++) {
        if (timed) {
          checkTime(cells.get(i));
        }
        if (plain) {
          CellBytes.append(cells.get(i), out);
        } else {
          addWithTags(cells.get(i), tags(cells.get(i), ttlMillis, table), out);
        }
      }
    }
    return out;
  }

  /**
   * Checks a cell to be put or deleted. Most of HBase's methods refuse negative times, but {@code
   * add(Cell)} does not; what it lets pass would be stored and never seen.
   *
   * @throws IllegalArgumentException for a negative timestamp, in the words of HBase's client
   */
  public static void checkTime(org.apache.hadoop.hbase.Cell cell) {
    if (cell.getTimestamp() < 0) {
      throw new IllegalArgumentException("Timestamp cannot be negative. ts=" + cell.getTimestamp());
    }
  }

  /** As {@link #fill}, for one mutation or all of a {@code RowMutations}, in their order. */
  public static List<RowMutation> all(Row action, TableTraits table) {
    if (action instanceof Mutation mutation) {
      return List.of(fill(mutation, table, new RowMutation()));
    }
    return all(((RowMutations) action).getMutations(), table);
  }

  /** As {@link #fill}, for each of some mutations. */
  public static List<RowMutation> all(List<Mutation> mutations, TableTraits table) {
    List<RowMutation> all = new ArrayList<>(mutations.size());
    for (Mutation mutation : mutations) {
      all.add(fill(mutation, table, new RowMutation()));
    }
    return all;
  }

  private static RowMutation.Kind kindOf(Mutation mutation) {
    if (mutation instanceof Put) {
      return RowMutation.Kind.PUT;
    }
    if (mutation instanceof Delete) {
      return RowMutation.Kind.DELETE;
    }
    if (mutation instanceof Increment) {
      return RowMutation.Kind.INCREMENT;
    }
    if (mutation instanceof Append) {
      return RowMutation.Kind.APPEND;
    }
    throw new IllegalArgumentException(
        "Action must be Put, Delete, Increment or Append: " + mutation.getClass().getName());
  }

  private static void readAs(TimeRange range, boolean returnsResult, RowMutation out) {
    out.timeRange(range.getMin(), range.getMax());
    out.returnsResult(returnsResult);
  }

  /**
   * The tags that the cell brings along if they travel, then the mutation's TTL. The first TTL
   * among the cell's own is left out, as HBase does.
   */
  private static byte[] tags(org.apache.hadoop.hbase.Cell cell, long ttlMillis, TableTraits table) {
    byte[] own = table.tags() == Tags.CARRIED ? CellBytes.tagsOf(cell) : NO_TAGS;
    if (ttlMillis == Long.MAX_VALUE) {
      return own;
    }
    byte[] ttl = CellTags.ofTtl(ttlMillis);
    int from = 0;
    while (from < own.length && CellTags.checkedType(own, from) != CellTags.TTL) {
      from = CellTags.next(own, from);
    }
    int to = from < own.length ? CellTags.next(own, from) : from;
    byte[] all = new byte[own.length - (to - from) + ttl.length];
    System.arraycopy(own, 0, all, 0, from);
    System.arraycopy(own, to, all, from, own.length - to);
    System.arraycopy(ttl, 0, all, all.length - ttl.length, ttl.length);
    return all;
  }

  private static void addWithTags(org.apache.hadoop.hbase.Cell cell, byte[] tags, RowMutation out) {
    byte[] bytes = CellBytes.encode(cell);
    Cell view = new Cell().set(bytes, 0, bytes.length, 0);
    out.add(
        CellUtil.cloneFamily(cell),
        view.qualifier(),
        view.timestamp(),
        view.type(),
        view.value(),
        tags);
  }
}
