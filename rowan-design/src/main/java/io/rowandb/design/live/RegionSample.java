package io.rowandb.design.live;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reads rows of all regions of a table. A region with no more than its part is read whole; of
 * others several stretches are, that begin at random between its first and its last key. One
 * thread.
 */
final class RegionSample {
  /** Stretches of a large region. */
  private static final int STRETCHES = 16;

  /** Cells of one row that are kept; the rest of a wider one are counted. */
  private static final int MOST_CELLS = 10_000;

  private static final int CACHED_ROWS = 500;

  /** Keys of a large region by which places in it are chosen. */
  private static final int KEPT_KEYS = 1000;

  /** What gets the rows. */
  interface Taker {
    /** A row, or its first cells; the cells behind these are counted when they are asked for. */
    void take(Result row, Supplier<Long> cellsBehind) throws IOException;
  }

  // Fixed at construction.
  private final Table table;
  private final Random random;
  private final Taker taker;

  private RegionSample(Table table, Random random, Taker taker) {
    this.table = table;
    this.random = random;
    this.taker = taker;
  }

  /** Returns whether all rows were read. */
  static boolean read(Connection connection, TableName name, int limit, Random random, Taker taker)
      throws IOException {
    List<HRegionLocation> regions;
    try (RegionLocator locator = connection.getRegionLocator(name)) {
      regions = new ArrayList<>(locator.getAllRegionLocations());
    }
    Collections.shuffle(regions, random);
    boolean isWhole = true;
    try (Table table = connection.getTable(name)) {
      RegionSample sample = new RegionSample(table, random, taker);
      int left = limit;
      for (int i = 0; i < regions.size(); i++) {
        int part = (int) Math.ceil((double) left / (regions.size() - i));
        Span span = Span.of(regions.get(i));
        int read = part == 0 ? 0 : sample.read(span, part);
        isWhole &= part > 0 && read >= 0;
        left -= Math.abs(read);
      }
    }
    return isWhole && limit > 0;
  }

  /** Keys from one to another, which is not among them; empty for no end. */
  private record Span(byte[] from, byte[] to) {
    static Span of(HRegionLocation region) {
      return new Span(region.getRegion().getStartKey(), region.getRegion().getEndKey());
    }
  }

  /** Rows that were read; negative when there are more. */
  private int read(Span span, int most) throws IOException {
    List<byte[]> keys = new ArrayList<>();
    if (!hasMore(span, most, keys)) {
      return take(span, most);
    }
    keys.add(last(span));
    KeyPlaces places = KeyPlaces.of(keys);
    List<byte[]> begins = new ArrayList<>();
    for (int i = 0; i < STRETCHES; i++) {
      begins.add(places.any(random));
    }
    begins.sort(Arrays::compareUnsigned);
    begins.set(0, span.from()); // the first rows are there for certain
    int read = 0;
    for (int i = 0; i < STRETCHES && read < most; i++) {
      byte[] to = i + 1 < STRETCHES ? begins.get(i + 1) : span.to();
      int part = (int) Math.ceil((double) (most - read) / (STRETCHES - i));
      if (to.length == 0 || Arrays.compareUnsigned(begins.get(i), to) < 0) {
        read += take(new Span(begins.get(i), to), part);
      }
    }
    return -read;
  }

  /** Whether a region has more rows than so many; reads keys alone, and keeps some of them. */
  private boolean hasMore(Span span, int most, List<byte[]> keys) throws IOException {
    Scan scan = scan(span, most + 1).setLimit(most + 1);
    scan.setFilter(new org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter());
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result each = scanner.next(); each != null; each = scanner.next()) {
        if (rows++ % (1 + most / KEPT_KEYS) == 0) {
          keys.add(each.getRow());
        }
      }
    }
    return rows > most;
  }

  private static Scan scan(Span span, int rows) {
    return new Scan()
        .withStartRow(span.from())
        .withStopRow(span.to())
        .setCaching(Math.min(CACHED_ROWS, rows))
        .setCacheBlocks(false);
  }

  private byte[] last(Span span) throws IOException {
    Scan scan = new Scan().setReversed(true).setLimit(1).setCacheBlocks(false);
    scan.withStartRow(span.to(), span.to().length == 0).withStopRow(span.from(), true);
    scan.setFilter(new org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter());
    try (ResultScanner scanner = table.getScanner(scan)) {
      Result row = scanner.next();
      return row == null ? span.from() : row.getRow();
    }
  }

  private int take(Span span, int most) throws IOException {
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(scan(span, most + 1).setBatch(MOST_CELLS))) {
      Result next = scanner.next();
      while (next != null && rows < most) {
        Result row = next;
        Rest rest = new Rest(scanner, row.getRow());
        taker.take(row, rest::count);
        next = rest.following();
        rows++;
      }
    }
    return rows;
  }

  /** The cells of a row behind its first ones. */
  private static final class Rest {
    private final ResultScanner scanner;
    private final byte[] row;
    private long cells = -1;
    private Result following;

    Rest(ResultScanner scanner, byte[] row) {
      this.scanner = scanner;
      this.row = row;
    }

    long count() {
      if (cells < 0) {
        cells = 0;
        try {
          following = scanner.next();
          while (following != null && Bytes.equals(following.getRow(), row)) {
            cells += following.size();
            following = scanner.next();
          }
        } catch (IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      }
      return cells;
    }

    Result following() {
      count();
      return following;
    }
  }
}
