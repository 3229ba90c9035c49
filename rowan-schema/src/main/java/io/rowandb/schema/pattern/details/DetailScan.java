package io.rowandb.schema.pattern.details;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.table.DetailCell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;

/** Cells of details from a scanner; memory holds the cells of one result at a time. */
public final class DetailScan implements Iterator<DetailCell>, AutoCloseable {
  // Fixed at construction.
  private final ResultScanner scanner;
  private final Function<Result, List<DetailCell>> cellsOf;

  private final Deque<DetailCell> cells = new ArrayDeque<>();
  private boolean ended;

  /** Opens those of a range, which is not empty. */
  public static DetailScan open(Table table, DetailPlace<?> place, KeyRange keys)
      throws IOException {
    return new DetailScan(table.getScanner(place.scan(keys, DetailPlace.ALL)), place::cells);
  }

  private DetailScan(ResultScanner scanner, Function<Result, List<DetailCell>> cellsOf) {
    this.scanner = scanner;
    this.cellsOf = cellsOf;
  }

  @Override
  public boolean hasNext() {
    while (cells.isEmpty() && !ended) {
      Result result;
      try {
        result = scanner.next();
      } catch (IOException e) {
        scanner.close();
        throw new UncheckedIOException(e);
      }
      if (result == null) {
        ended = true;
        scanner.close();
      } else {
        cells.addAll(cellsOf.apply(result));
      }
    }
    return !cells.isEmpty();
  }

  @Override
  public DetailCell next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more cells");
    }
    return cells.remove();
  }

  @Override
  public void close() {
    scanner.close();
  }
}
