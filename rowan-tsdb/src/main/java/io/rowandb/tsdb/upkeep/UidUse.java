package io.rowandb.tsdb.upkeep;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.rows.LayoutSample;
import io.rowandb.tsdb.rows.RowKeys;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Whether rows use UIDs. For a tag's, the keys of the whole table are read; tables of rollups count
 * too.
 */
public final class UidUse {
  private final Connection connection;
  private final PointStoreOptions options;
  private final PointKeyLayout layout;

  /** In the table of points of these options. */
  public UidUse(Connection connection, PointStoreOptions options) {
    this.connection = connection;
    this.options = options;
    layout = options.layout();
  }

  /** Refuses tables that a sample shows to be of another layout. */
  void checkLayout(Uids uids) throws IOException {
    for (TableName each : tables()) {
      try (Table table = connection.getTable(each)) {
        LayoutSample.check(table, layout, Optional.of(uids));
      }
    }
  }

  /** Whether a row uses it. Rows that are written meanwhile may be missed. */
  public boolean isUsed(UidKind kind, byte[] uid) throws IOException {
    if (kind == UidKind.METRIC) {
      return hasRows(uid);
    }
    TagUids asked = new TagUids();
    asked.of(kind).add(new Bytes(uid));
    removeUsed(asked, new byte[0]);
    return asked.isEmpty();
  }

  private boolean hasRows(byte[] metric) throws IOException {
    for (TableName each : tables()) {
      if (hasRows(each, metric)) {
        return true;
      }
    }
    return false;
  }

  private List<TableName> tables() throws IOException {
    List<TableName> tables = new ArrayList<>(DataTables.rollups(connection, options));
    tables.add(options.tables().data());
    return tables;
  }

  private boolean hasRows(TableName name, byte[] metric) throws IOException {
    boolean[] found = {false};
    try (Table table = connection.getTable(name)) {
      for (int bucket = 0; bucket < layout.buckets() && !found[0]; bucket++) {
        RowKeys.forEach(
            table,
            new Scan().setStartStopRowForPrefixScan(layout.rowPrefix(bucket, metric)).setLimit(1),
            row -> {
              found[0] = true;
              return false;
            });
      }
    }
    return found[0];
  }

  /**
   * Takes away those that a row uses.
   *
   * @param exceptMetric whose rows do not count; empty for none
   */
  void removeUsed(TagUids uids, byte[] exceptMetric) throws IOException {
    for (TableName each : tables()) {
      try (Table table = connection.getTable(each)) {
        RowKeys.forEach(
            table,
            new Scan(),
            row -> {
              layout
                  .trySeriesOf(row)
                  .filter(series -> !Arrays.equals(layout.metricOf(series), exceptMetric))
                  .ifPresent(series -> uids.removeAll(layout, series));
              return !uids.isEmpty();
            });
      }
    }
  }

  /** UIDs of keys and of values of tags. Used by one thread. */
  static final class TagUids {
    private final Set<Bytes> keys = new HashSet<>();
    private final Set<Bytes> values = new HashSet<>();

    Set<Bytes> of(UidKind kind) {
      return kind == UidKind.TAG_KEY ? keys : values;
    }

    TagUids copy() {
      TagUids copy = new TagUids();
      copy.keys.addAll(keys);
      copy.values.addAll(values);
      return copy;
    }

    long size() {
      return (long) keys.size() + values.size();
    }

    boolean isEmpty() {
      return keys.isEmpty() && values.isEmpty();
    }

    /** Whether one of them is new. */
    boolean addAll(PointKeyLayout layout, SeriesId series) {
      boolean isNew = false;
      for (byte[] pair : layout.pairsOf(series)) {
        isNew |= keys.add(key(layout, pair));
        isNew |= values.add(value(layout, pair));
      }
      return isNew;
    }

    void addAll(TagUids others) {
      keys.addAll(others.keys);
      values.addAll(others.values);
    }

    private void removeAll(PointKeyLayout layout, SeriesId series) {
      for (byte[] pair : layout.pairsOf(series)) {
        keys.remove(key(layout, pair));
        values.remove(value(layout, pair));
      }
    }

    private static Bytes key(PointKeyLayout layout, byte[] pair) {
      return new Bytes(pair, 0, layout.tagKeyWidth());
    }

    private static Bytes value(PointKeyLayout layout, byte[] pair) {
      return new Bytes(pair, layout.tagKeyWidth(), layout.tagValueWidth());
    }
  }
}
