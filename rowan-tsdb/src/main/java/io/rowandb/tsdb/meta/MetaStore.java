package io.rowandb.tsdb.meta;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.rows.RowKeys;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.ReadBudget;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reads and changes meta data. Of two that change one at a time, one is told. Used by any number of
 * threads; need not be closed, and does not close the connection.
 */
public final class MetaStore {
  private static final System.Logger LOG = System.getLogger(MetaStore.class.getName());

  private static final int ROWS_A_REQUEST = 100;
  private static final int DELETES_A_REQUEST = 1_000;

  private final Connection connection;
  private final PointStore points;
  private final Uids uids;
  private final PointKeyLayout layout;
  private final TableName uidTable;
  private final TableName metaTable;

  /** Beside points, whose names these are. */
  public MetaStore(Connection connection, PointStore points, Uids uids) {
    this.connection = connection;
    this.points = points;
    this.uids = uids;
    layout = points.options().layout();
    uidTable = points.options().tables().uid();
    metaTable = points.options().tables().meta();
  }

  /**
   * The meta data of a name; if none are stored, such as say nothing.
   *
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when the UID has no name
   * @throws IllegalArgumentException when it has not the width of the kind
   * @throws DamagedDataException when what is stored is no JSON of meta data
   */
  public UidMeta uid(UidKind kind, byte[] uid) throws IOException {
    return named(kind, uid).meta;
  }

  /**
   * The meta data of a name.
   *
   * @param bytes that are stored
   */
  private record Named(UidMeta meta, int bytes) {}

  private Named named(UidKind kind, byte[] uid) throws IOException {
    String name = uids.name(kind, uid);
    try (Table table = connection.getTable(uidTable)) {
      Optional<byte[]> stored = MetaCells.CELLS.get(table, uid, MetaCells.ofName(kind));
      MetaNotes notes = stored.isEmpty() ? MetaNotes.NONE : notesOf(table, uid, stored.get());
      return new Named(
          new UidMeta(kind, hex(uid), name, notes), stored.map(v -> v.length).orElse(0));
    }
  }

  /** Names of one answer: each is read once, and counts as often as the answer has it. */
  private final class NamesRead {
    private final Map<UidKind, Map<Bytes, Named>> known = new EnumMap<>(UidKind.class);
    private final ReadBudget budget;

    NamesRead(ReadBudget budget) {
      this.budget = budget;
    }

    UidMeta of(UidKind kind, byte[] uid) throws IOException {
      Map<Bytes, Named> ofKind = known.computeIfAbsent(kind, first -> new HashMap<>());
      Bytes key = new Bytes(uid);
      Named found = ofKind.get(key);
      if (found == null) {
        budget.checkTime();
        found = named(kind, uid);
        ofKind.put(key, found);
      }
      budget.tookBytes(found.bytes);
      return found.meta;
    }
  }

  static MetaNotes notesOf(Table table, byte[] uid, byte[] stored) throws DamagedDataException {
    try {
      return UidMeta.notesOf(stored);
    } catch (DamagedDataException e) {
      throw damaged(table, uid, e);
    }
  }

  static DamagedDataException damaged(Table table, byte[] row, DamagedDataException cause) {
    return new DamagedDataException(
        "the meta data in row "
            + Bytes.toStringBinary(row)
            + " of "
            + table.getName()
            + " are damaged: "
            + cause.getMessage(),
        cause);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().withUpperCase().formatHex(bytes);
  }

  /**
   * Changes the meta data of a name.
   *
   * @param replaces whether what the change does not say is forgotten; when it was first seen stays
   * @return whether it did: not, if another changed them meanwhile
   * @throws IllegalArgumentException when they would have more than {@link
   *     PointStore#MAX_OBJECT_BYTES} bytes
   * @throws IOException as {@link #uid}
   */
  public boolean change(UidKind kind, byte[] uid, MetaNotes change, boolean replaces)
      throws IOException {
    uids.name(kind, uid); // else it has no name
    try (Table table = connection.getTable(uidTable)) {
      byte[] qualifier = MetaCells.ofName(kind);
      Optional<byte[]> stored = MetaCells.CELLS.get(table, uid, qualifier);
      MetaNotes before = stored.isEmpty() ? MetaNotes.NONE : notesOf(table, uid, stored.get());
      byte[] after = checked(UidMeta.toStored(kind, change.over(before, replaces)));
      return MetaCells.CELLS.write(table, uid, qualifier, stored, after);
    }
  }

  /** An answer has those of many series. */
  private static byte[] checked(byte[] stored) {
    if (stored.length > PointStore.MAX_OBJECT_BYTES) {
      throw new IllegalArgumentException(
          "meta data have at most " + PointStore.MAX_OBJECT_BYTES + " bytes: " + stored.length);
    }
    return stored;
  }

  /**
   * Deletes the meta data of a name, if there are some; the name stays.
   *
   * @throws IllegalArgumentException when the UID has not the width of the kind
   */
  public void delete(UidKind kind, byte[] uid) throws IOException {
    if (uid.length != width(kind)) {
      throw new IllegalArgumentException(
          "the UID of a " + kind + " has " + width(kind) + " bytes: " + hex(uid));
    }
    try (Table table = connection.getTable(uidTable)) {
      MetaCells.delete(table, uid, MetaCells.ofName(kind));
    }
  }

  private int width(UidKind kind) {
    return switch (kind) {
      case METRIC -> layout.metricWidth();
      case TAG_KEY -> layout.tagKeyWidth();
      case TAG_VALUE -> layout.tagValueWidth();
    };
  }

  /**
   * The meta data of a series.
   *
   * @return nothing if none are stored
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when one of its UIDs has no name
   * @throws DamagedDataException when what is stored is no JSON of meta data
   */
  public Optional<FoundSeries> series(SeriesId series) throws IOException {
    Get get =
        new Get(series.toBytes())
            .addColumn(MetaCells.FAMILY, MetaCells.SERIES)
            .addColumn(MetaCells.FAMILY, MetaCells.COUNTER);
    NamesRead names = new NamesRead(points.budget(ReadLimits.NONE)); // a series has few
    return unlessAbsent(Optional.empty(), table -> found(table, series, table.get(get), names));
  }

  /**
   * The same of a series without meta data: what is said of its names, and nothing of itself.
   *
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when one of its UIDs has no name
   * @throws DamagedDataException when what is stored is no JSON of meta data
   */
  public FoundSeries names(SeriesId series) throws IOException {
    NamesRead names = new NamesRead(points.budget(ReadLimits.NONE));
    return new FoundSeries(
        SeriesMeta.of(series.toString(), MetaNotes.NONE),
        names.of(UidKind.METRIC, layout.metricOf(series)),
        tags(series, names),
        0,
        0);
  }

  private List<UidMeta> tags(SeriesId series, NamesRead names) throws IOException {
    List<UidMeta> tags = new ArrayList<>();
    for (byte[] pair : layout.pairsOf(series)) {
      tags.add(names.of(UidKind.TAG_KEY, Arrays.copyOf(pair, layout.tagKeyWidth())));
      tags.add(
          names.of(
              UidKind.TAG_VALUE,
              Arrays.copyOfRange(pair, layout.tagKeyWidth(), layout.pairWidth())));
    }
    return tags;
  }

  private interface Call<A> {
    A on(Table table) throws IOException;
  }

  /** Tables that were moved have none of meta data at first. */
  private <A> A unlessAbsent(A otherwise, Call<A> call) throws IOException {
    try (Table table = connection.getTable(metaTable)) {
      return call.on(table);
    } catch (TableNotFoundException e) {
      return otherwise;
    }
  }

  private Optional<FoundSeries> found(Table table, SeriesId series, Result row, NamesRead names)
      throws IOException {
    byte[] stored = row.getValue(MetaCells.FAMILY, MetaCells.SERIES);
    if (stored == null) {
      return Optional.empty();
    }
    byte[] count = row.getValue(MetaCells.FAMILY, MetaCells.COUNTER);
    return Optional.of(
        new FoundSeries(
            metaOf(table, series, stored),
            names.of(UidKind.METRIC, layout.metricOf(series)),
            tags(series, names),
            count == null
                ? 0
                : row.getColumnLatestCell(MetaCells.FAMILY, MetaCells.COUNTER).getTimestamp()
                    / 1_000,
            count == null ? 0 : countOf(table, series, count)));
  }

  static SeriesMeta metaOf(Table table, SeriesId series, byte[] stored)
      throws DamagedDataException {
    try {
      return SeriesMeta.ofStored(series.toString(), stored);
    } catch (DamagedDataException e) {
      throw damaged(table, series.toBytes(), e);
    }
  }

  private static long countOf(Table table, SeriesId series, byte[] count)
      throws DamagedDataException {
    if (count.length != Long.BYTES) {
      throw damaged(
          table,
          series.toBytes(),
          new DamagedDataException("a counter has 8 bytes: " + Bytes.toStringBinary(count)));
    }
    return Bytes.toLong(count);
  }

  /** Whether meta data of a series are stored. */
  public boolean exists(SeriesId series) throws IOException {
    return stored(series).isPresent();
  }

  private Optional<byte[]> stored(SeriesId series) throws IOException {
    return unlessAbsent(
        Optional.empty(), table -> MetaCells.CELLS.get(table, series.toBytes(), MetaCells.SERIES));
  }

  /**
   * Changes the meta data of a series.
   *
   * @param change whose TSUID does not matter
   * @param replaces whether what the change does not say is forgotten; when it was first seen stays
   * @return whether it did: not, if another changed them meanwhile
   * @throws IllegalArgumentException when none are stored, or they would have more than {@link
   *     PointStore#MAX_OBJECT_BYTES} bytes
   * @throws IOException as {@link #series}
   */
  public boolean change(SeriesId series, SeriesMeta change, boolean replaces) throws IOException {
    checkNames(series);
    Optional<byte[]> stored = stored(series);
    if (stored.isEmpty()) {
      throw new IllegalArgumentException("there are no meta data of the series " + series);
    }
    try (Table table = connection.getTable(metaTable)) {
      SeriesMeta before = metaOf(table, series, stored.get());
      byte[] after = checked(change.of(before.tsuid()).over(before, replaces).toStored());
      return MetaCells.CELLS.write(table, series.toBytes(), MetaCells.SERIES, stored, after);
    }
  }

  private void checkNames(SeriesId series) throws IOException {
    points.named(series.toString()); // else one of its UIDs has no name
  }

  /**
   * Stores the meta data of a series that has none, and a counter of 0. Makes the table, if it is
   * not there.
   *
   * @param meta whose TSUID does not matter
   * @return whether it did: not, if there are some
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when one of its UIDs has no name
   */
  public boolean create(SeriesId series, SeriesMeta meta) throws IOException {
    checkNames(series);
    byte[] stored = checked(meta.of(series.toString()).toStored());
    points.options().tables().createMeta(connection);
    byte[] row = series.toBytes();
    try (Table table = connection.getTable(metaTable)) {
      MetaCells.CELLS.write(table, row, MetaCells.COUNTER, Optional.empty(), Bytes.toBytes(0L));
      return MetaCells.CELLS.write(table, row, MetaCells.SERIES, Optional.empty(), stored);
    }
  }

  /** Deletes the meta data of a series, if there are some; its counter stays. */
  public void delete(SeriesId series) throws IOException {
    try (Table table = connection.getTable(metaTable)) {
      MetaCells.delete(table, series.toBytes(), MetaCells.SERIES);
    } catch (TableNotFoundException e) {
      // There are none.
    }
  }

  /** Takes series. */
  public interface Taker {
    /** One of them. */
    void take(SeriesId series) throws IOException;
  }

  /** All series that have meta data, by their UIDs. */
  public void forEach(Taker taker) throws IOException {
    unlessAbsent(
        null,
        table -> {
          Scan scan =
              new Scan()
                  .addColumn(MetaCells.FAMILY, MetaCells.SERIES)
                  .setCaching(ROWS_A_REQUEST)
                  .setFilter(new KeyOnlyFilter());
          try (ResultScanner rows = table.getScanner(scan)) {
            for (Result row = rows.next(); row != null; row = rows.next()) {
              Optional<SeriesId> series = seriesOf(row.getRow());
              if (series.isPresent()) {
                taker.take(series.get());
              }
            }
          }
          return null;
        });
  }

  /** Removes the meta data and counters of all series of a metric whose UID is used no more. */
  public static void forget(Connection connection, TsdbTables tables, byte[] metric)
      throws IOException {
    List<Delete> batch = new ArrayList<>();
    try (Table table = connection.getTable(tables.meta())) {
      RowKeys.forEach(
          table,
          new Scan().setStartStopRowForPrefixScan(metric).addFamily(MetaCells.FAMILY),
          row -> {
            batch.add(new Delete(row));
            if (batch.size() == DELETES_A_REQUEST) {
              table.delete(batch);
              batch.clear();
            }
            return true;
          });
      table.delete(batch);
    } catch (TableNotFoundException e) {
      // There are none.
    }
  }

  /**
   * The series of a metric that have meta data, a counter and these tags, and maybe others, by
   * their UIDs. Series whose meta data are damaged are left out, and logged.
   *
   * @throws io.rowandb.tsdb.store.LimitExceededException beyond a limit; its scan is closed
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when the metric, a tag or a value has no UID
   * @throws IOException as {@link #series}
   */
  public List<FoundSeries> find(String metric, Map<String, String> tags, ReadLimits limits)
      throws IOException {
    Set<Bytes> wanted = new HashSet<>();
    for (Map.Entry<String, String> each : tags.entrySet()) {
      wanted.add(
          new Bytes(
              Bytes.add(
                  uids.uid(UidKind.TAG_KEY, each.getKey()),
                  uids.uid(UidKind.TAG_VALUE, each.getValue()))));
    }
    Scan scan =
        new Scan()
            .setStartStopRowForPrefixScan(uids.uid(UidKind.METRIC, metric))
            .addColumn(MetaCells.FAMILY, MetaCells.SERIES)
            .addColumn(MetaCells.FAMILY, MetaCells.COUNTER)
            .setCaching(ROWS_A_REQUEST);
    return unlessAbsent(List.of(), table -> find(table, scan, wanted, points.budget(limits)));
  }

  private List<FoundSeries> find(Table table, Scan scan, Set<Bytes> wanted, ReadBudget budget)
      throws IOException {
    List<FoundSeries> found = new ArrayList<>();
    NamesRead names = new NamesRead(budget);
    try (ResultScanner rows = table.getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        budget.checkTime();
        budget.took(row);
        Optional<SeriesId> series = seriesOf(row.getRow()).filter(each -> has(each, wanted));
        if (series.isPresent() && row.containsColumn(MetaCells.FAMILY, MetaCells.COUNTER)) {
          Optional<FoundSeries> meta = foundUnlessDamaged(table, series.get(), row, names);
          budget.tookPoints(meta.isPresent() ? 1 : 0);
          meta.ifPresent(found::add);
        }
      }
    }
    return found;
  }

  /** One series does not hinder the others. */
  private Optional<FoundSeries> foundUnlessDamaged(
      Table table, SeriesId series, Result row, NamesRead names) throws IOException {
    try {
      return found(table, series, row, names);
    } catch (DamagedDataException e) {
      LOG.log(System.Logger.Level.WARNING, "left out of an answer: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** A row with another key is none that OpenTSDB would show. */
  private Optional<SeriesId> seriesOf(byte[] row) {
    try {
      return Optional.of(layout.parseSeries(hex(row)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private boolean has(SeriesId series, Set<Bytes> wanted) {
    long pairs =
        layout.pairsOf(series).stream().filter(pair -> wanted.contains(new Bytes(pair))).count();
    return pairs == wanted.size();
  }
}
