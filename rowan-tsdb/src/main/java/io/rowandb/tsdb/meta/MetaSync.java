package io.rowandb.tsdb.meta;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.rows.LayoutSample;
import io.rowandb.tsdb.rows.RowKeys;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Creates the meta data that are missing, of all series that have rows and of their names, while
 * others read and write. First seen is the hour of the earliest row; a later time is put right, as
 * OpenTSDB's {@code uid metasync} does. After a death at any call the same call goes on: how far it
 * came is noted in the table of meta data. Used by one thread, once.
 */
public final class MetaSync {
  /**
   * Series and names that were met are remembered, up to this many; then some are looked up twice.
   */
  private static final int MAX_REMEMBERED = 1_000_000;

  private static final int SERIES_AT_ONCE = 500;

  /** After so many rows it is noted how far it has come. */
  static final int ROWS_A_NOTE = 100_000;

  private static final byte[] CURSOR_ROW = {0};
  private static final byte[] CURSOR = Bytes.toBytes("rowan_metasync");
  private static final byte[] POINTS = {'t'};

  /** What was first seen up to an hour before a row was seen in that row. */
  private static final long ROW_SECONDS = 3_600;

  // Fixed at construction.
  private final Connection connection;
  private final PointStoreOptions options;
  private final PointKeyLayout layout;
  private final Uids uids;
  private final int rowsOfNote;

  // Used by its thread.
  private final Set<SeriesId> met = new HashSet<>();
  private final Map<Name, Long> earliest = new HashMap<>();
  private final Map<SeriesId, Long> waiting = new LinkedHashMap<>();
  private final Counts counts = new Counts();

  /** A name by its UID. */
  private record Name(UidKind kind, Bytes uid) {}

  private static final class Counts {
    private long rows;
    private long series;
    private long names;
    private long corrected;
    private long nameless;
    private long damaged;
  }

  /**
   * What it did.
   *
   * @param wentOn whether a run before did not come to its end, and this one went on from there
   * @param rows of points whose keys were read
   * @param series that got meta data
   * @param names that got meta data
   * @param corrected names and series that were first seen earlier than their meta data said
   * @param nameless series that were left out, as one of their UIDs has no name; one may count more
   *     than once
   * @param damaged names and series that were left out, as their meta data cannot be read, and
   *     counters that have not 8 bytes; likewise
   */
  public record Report(
      boolean wentOn,
      long rows,
      long series,
      long names,
      long corrected,
      long nameless,
      long damaged) {}

  /** Of the tables of these options. */
  public MetaSync(Connection connection, PointStoreOptions options, Uids uids) {
    this(connection, options, uids, ROWS_A_NOTE);
  }

  MetaSync(Connection connection, PointStoreOptions options, Uids uids, int rowsOfNote) {
    this.connection = connection;
    this.options = options;
    this.uids = uids;
    this.rowsOfNote = rowsOfNote;
    layout = options.layout();
  }

  /**
   * Reads the keys of all rows of points, or goes on where a run before was stopped. Makes the
   * table of meta data, if it is not there.
   *
   * @throws io.rowandb.tsdb.rows.WrongLayoutException when more than a tenth of a sample of rows
   *     are no rows of the layout, or have UIDs without names; nothing is written
   */
  public Report run() throws IOException {
    try (Table points = connection.getTable(options.tables().data())) {
      LayoutSample.check(points, layout, Optional.of(uids));
      options.tables().createMeta(connection);
      return run(points);
    }
  }

  private Report run(Table points) throws IOException {
    try (Table names = connection.getTable(options.tables().uid());
        Table metas = connection.getTable(options.tables().meta())) {
      Optional<byte[]> cursor = MetaCells.CELLS.get(metas, CURSOR_ROW, CURSOR);
      RowKeys.forEach(
          points,
          new Scan().withStartRow(cursor.orElse(new byte[0])).addFamily(POINTS),
          row -> {
            take(row);
            boolean isTime = ++counts.rows % rowsOfNote == 0;
            if (waiting.size() >= SERIES_AT_ONCE || isTime) {
              flush(names, metas);
            }
            if (isTime) {
              metas.put(new Put(CURSOR_ROW).addColumn(MetaCells.FAMILY, CURSOR, row));
            }
            return true;
          });
      flush(names, metas);
      MetaCells.delete(metas, CURSOR_ROW, CURSOR);
      return report(cursor.isPresent());
    }
  }

  private Report report(boolean wentOn) {
    return new Report(
        wentOn,
        counts.rows,
        counts.series,
        counts.names,
        counts.corrected,
        counts.nameless,
        counts.damaged);
  }

  private void take(byte[] row) throws IOException {
    Optional<SeriesId> series = layout.trySeriesOf(row).filter(this::isWhole);
    if (series.isPresent() && !met.contains(series.get())) {
      if (met.size() == MAX_REMEMBERED) {
        met.clear();
      }
      met.add(series.get());
      waiting.put(series.get(), layout.baseSecondsOf(row));
    }
  }

  /** A key whose tags are in another order is none that is ever read. */
  private boolean isWhole(SeriesId series) {
    try {
      return layout.series(layout.metricOf(series), layout.pairsOf(series)).equals(series);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private void flush(Table names, Table metas) throws IOException {
    Map<Name, Long> seen = new LinkedHashMap<>();
    Map<SeriesId, Long> named = new LinkedHashMap<>();
    for (Map.Entry<SeriesId, Long> each : waiting.entrySet()) {
      List<Name> of = namesOf(each.getKey());
      if (haveNames(of)) {
        named.put(each.getKey(), each.getValue());
        of.forEach(name -> seen.merge(name, each.getValue(), Math::min));
      } else {
        counts.nameless++;
      }
    }
    syncNames(names, seen);
    syncSeries(metas, named);
    waiting.clear();
  }

  private List<Name> namesOf(SeriesId series) {
    List<Name> names = new ArrayList<>();
    names.add(new Name(UidKind.METRIC, new Bytes(layout.metricOf(series))));
    for (byte[] pair : layout.pairsOf(series)) {
      int width = layout.tagKeyWidth();
      names.add(new Name(UidKind.TAG_KEY, new Bytes(Arrays.copyOf(pair, width))));
      names.add(
          new Name(UidKind.TAG_VALUE, new Bytes(Arrays.copyOfRange(pair, width, pair.length))));
    }
    return names;
  }

  private boolean haveNames(List<Name> names) throws IOException {
    try {
      for (Name each : names) {
        uids.name(each.kind, each.uid.get());
      }
      return true;
    } catch (NoSuchNameException e) {
      return false;
    }
  }

  private void syncNames(Table table, Map<Name, Long> seen) throws IOException {
    List<Name> unsure = new ArrayList<>();
    for (Map.Entry<Name, Long> each : seen.entrySet()) {
      Long known = earliest.get(each.getKey());
      if (known == null || each.getValue() < known) {
        unsure.add(each.getKey());
      }
    }
    List<Get> gets = new ArrayList<>();
    for (Name each : unsure) {
      gets.add(new Get(each.uid.get()).addColumn(MetaCells.FAMILY, MetaCells.ofName(each.kind)));
    }
    Result[] rows = table.get(gets);
    for (int i = 0; i < rows.length; i++) {
      Name name = unsure.get(i);
      long seconds = seen.get(name);
      Optional<byte[]> stored =
          Optional.ofNullable(rows[i].getValue(MetaCells.FAMILY, MetaCells.ofName(name.kind)));
      syncName(table, name, seconds, stored);
      if (earliest.size() >= MAX_REMEMBERED) {
        earliest.clear();
      }
      earliest.merge(name, seconds, Math::min);
    }
  }

  private void syncName(Table table, Name name, long seconds, Optional<byte[]> found)
      throws IOException {
    byte[] row = name.uid.get();
    byte[] qualifier = MetaCells.ofName(name.kind);
    sync(
        new Cell(table, row, qualifier),
        found,
        stored -> {
          MetaNotes before =
              stored.isEmpty() ? MetaNotes.NONE : MetaStore.notesOf(table, row, stored.get());
          return isRight(before.createdSeconds(), seconds)
              ? Optional.empty()
              : Optional.of(UidMeta.toStored(name.kind, before.withCreated(seconds)));
        },
        () -> counts.names++);
  }

  private void syncSeries(Table table, Map<SeriesId, Long> seen) throws IOException {
    List<SeriesId> series = List.copyOf(seen.keySet());
    List<Get> gets =
        series.stream()
            .map(
                each ->
                    new Get(each.toBytes())
                        .addColumn(MetaCells.FAMILY, MetaCells.SERIES)
                        .addColumn(MetaCells.FAMILY, MetaCells.COUNTER))
            .toList();
    Result[] rows = table.get(gets);
    for (int i = 0; i < rows.length; i++) {
      byte[] row = series.get(i).toBytes();
      byte[] counter = rows[i].getValue(MetaCells.FAMILY, MetaCells.COUNTER);
      if (counter == null) {
        MetaCells.CELLS.write(table, row, MetaCells.COUNTER, Optional.empty(), Bytes.toBytes(1L));
      } else if (counter.length != Long.BYTES) {
        counts.damaged++;
      }
      Optional<byte[]> stored =
          Optional.ofNullable(rows[i].getValue(MetaCells.FAMILY, MetaCells.SERIES));
      syncSeries(table, series.get(i), seen.get(series.get(i)), stored);
    }
  }

  private void syncSeries(Table table, SeriesId series, long seconds, Optional<byte[]> found)
      throws IOException {
    sync(
        new Cell(table, series.toBytes(), MetaCells.SERIES),
        found,
        stored -> {
          SeriesMeta before =
              stored.isEmpty()
                  ? SeriesMeta.of(series.toString(), MetaNotes.NONE)
                  : MetaStore.metaOf(table, series, stored.get());
          return isRight(before.notes().createdSeconds(), seconds)
              ? Optional.empty()
              : Optional.of(before.withCreated(seconds).toStored());
        },
        () -> counts.series++);
  }

  /** What was written at once is first seen within the hour of its row. */
  private static boolean isRight(long createdSeconds, long rowSeconds) {
    return createdSeconds != 0 && createdSeconds <= rowSeconds + ROW_SECONDS;
  }

  private record Cell(Table table, byte[] row, byte[] qualifier) {}

  private interface Correction {
    /** What is to be stored; nothing if what is stored is right. */
    Optional<byte[]> of(Optional<byte[]> stored) throws IOException;
  }

  /** Looks again each time that somebody else has changed it. */
  private void sync(Cell cell, Optional<byte[]> found, Correction correction, Runnable made)
      throws IOException {
    Optional<byte[]> stored = found;
    try {
      Optional<byte[]> right = correction.of(stored);
      while (right.isPresent()
          && !MetaCells.CELLS.write(cell.table, cell.row, cell.qualifier, stored, right.get())) {
        stored = MetaCells.CELLS.get(cell.table, cell.row, cell.qualifier);
        right = correction.of(stored);
      }
      if (right.isPresent() && stored.isEmpty()) {
        made.run();
      } else if (right.isPresent()) {
        counts.corrected++;
      }
    } catch (DamagedDataException e) {
      counts.damaged++;
    }
  }
}
