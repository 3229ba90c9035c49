package io.rowandb.schema.pattern.chain;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;

/** Changes rows at times chosen by the client, and reads the times of rows. */
public final class Stamped {
  private Stamped() {}

  /**
   * A change at a time: what it writes is of that time, what it deletes is what was before. Cells
   * with times of their own keep them. A count that is the first of its counter has the time too,
   * so that no deletion before it hides it; the server gives others theirs, behind the count that
   * is there.
   */
  public static List<Mutation> at(Row change, long time) throws IOException {
    List<Mutation> stamped = new ArrayList<>();
    if (change instanceof RowMutations several) {
      for (Mutation each : several.getMutations()) {
        stamped.add(at(each, time));
      }
    } else {
      stamped.add(at((Mutation) change, time));
    }
    return stamped;
  }

  private static Mutation at(Mutation change, long time) throws IOException {
    if (change instanceof Put) {
      Put put = new Put(change.getRow(), time);
      for (Cell cell : cells(change)) {
        put.add(at(cell, time));
      }
      return put;
    }
    if (change instanceof Increment) {
      Increment counts = new Increment(change.getRow());
      for (Cell cell : cells(change)) {
        counts.add(at(cell, time));
      }
      return counts;
    }
    Delete delete = new Delete(change.getRow(), time - 1);
    for (Cell cell : cells(change)) {
      delete.add(at(cell, time - 1));
    }
    return delete;
  }

  private static Cell at(Cell cell, long time) {
    if (cell.getTimestamp() != HConstants.LATEST_TIMESTAMP) {
      return cell;
    }
    return CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
        .setRow(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength())
        .setFamily(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength())
        .setQualifier(
            cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength())
        .setTimestamp(time)
        .setType(cell.getType())
        .setValue(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength())
        .build();
  }

  /** All cells of a change, in its order. */
  public static List<Cell> cells(Mutation change) {
    return change.getFamilyCellMap().values().stream().flatMap(List::stream).toList();
  }

  /** The greatest time of the cells of a row; 0 when it has none. */
  public static long latest(Result row) {
    long latest = 0;
    if (!row.isEmpty()) {
      for (Cell cell : row.rawCells()) {
        latest = Math.max(latest, cell.getTimestamp());
      }
    }
    return latest;
  }

  /** The same change as one that is made in one step. */
  public static Row rowAt(Row change, long time) throws IOException {
    List<Mutation> stamped = at(change, time);
    return stamped.size() == 1 ? stamped.get(0) : RowMutations.of(stamped);
  }

  /**
   * The greatest time of all that is stored of rows, deletions included, by one scan that passes
   * over what is between them.
   *
   * @return without those of which nothing is stored
   */
  public static CompletableFuture<SortedMap<byte[], Long>> latestStored(
      TableCalls table, List<byte[]> rows) {
    SortedMap<byte[], Long> latest = new TreeMap<>(Arrays::compareUnsigned);
    return rows.isEmpty()
        ? CompletableFuture.completedFuture(latest)
        : Steps.called(
            () ->
                table
                    .scan(
                        rawScan(rows),
                        each -> {
                          latest.merge(each.getRow(), latest(each), Math::max);
                          return true;
                        })
                    .thenApply(done -> latest));
  }

  private static Scan rawScan(List<byte[]> rows) {
    SortedSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
    sorted.addAll(rows);
    Scan scan =
        new Scan()
            .withStartRow(sorted.first())
            .withStopRow(sorted.last(), /* inclusive= */ true)
            .setRaw(true)
            .readAllVersions();
    if (sorted.size() > 1) {
      List<RowRange> single = new ArrayList<>(); // which the filter sorts
      for (byte[] row : sorted) {
        single.add(new RowRange(row, /* startRowInclusive= */ true, row, true));
      }
      scan.setFilter(new MultiRowRangeFilter(single));
    }
    return scan;
  }
}
