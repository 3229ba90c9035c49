package net.opentsdb.core;

import java.util.ArrayList;
import java.util.List;
import net.opentsdb.utils.Config;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.hbase.async.HBaseClient;
import org.hbase.async.KeyValue;

/**
 * OpenTSDB's own classes, without a table: what it makes of the cells of a row. In its package, as
 * they are private to it. Not for several threads.
 */
public final class OpenTsdbJudge {
  private final TSDB tsdb;
  private final CompactionQueue compactions;

  /** One that settles duplicates by the last write. */
  public OpenTsdbJudge() throws Exception {
    // It warns of every duplicate.
    Logger.getLogger("net.opentsdb").setLevel(Level.ERROR);
    Config config = new Config(false);
    config.overrideConfig("tsd.storage.enable_compaction", "false");
    config.overrideConfig("tsd.storage.fix_duplicates", "true");
    config.overrideConfig("tsd.core.plugin_path", "");
    tsdb = new TSDB(new HBaseClient("127.0.0.1:1"), config);
    compactions = new CompactionQueue(tsdb);
  }

  /** A column. */
  public record Column(byte[] qualifier, byte[] value, long stamp) {}

  /** What its compaction makes of a row. */
  public Column compact(byte[] row, List<Column> columns) {
    ArrayList<KeyValue> cells = new ArrayList<>();
    for (Column column : columns) {
      cells.add(cell(row, column));
    }
    KeyValue compacted = compactions.compact(cells, new ArrayList<>(), new ArrayList<>());
    return new Column(compacted.qualifier(), compacted.value(), compacted.timestamp());
  }

  /** A point as it reads it. */
  public record Read(long timeMillis, boolean isInteger, Number value) {}

  /** How it reads a column. */
  public List<Read> read(byte[] row, Column column) {
    RowSeq sequence = new RowSeq(tsdb);
    sequence.setRow(cell(row, column));
    List<Read> points = new ArrayList<>();
    SeekableView view = sequence.iterator();
    while (view.hasNext()) {
      DataPoint point = view.next();
      points.add(
          new Read(
              point.timestamp(),
              point.isInteger(),
              point.isInteger() ? (Number) point.longValue() : (Number) point.doubleValue()));
    }
    return points;
  }

  /** The qualifier that it gives a point. */
  public static byte[] qualifier(long timestamp, int flags) {
    return Internal.buildQualifier(timestamp, (short) flags);
  }

  /** The salt that it puts in front of a row. */
  public static void salt(byte[] row, int width, int buckets) {
    int widthBefore = Const.SALT_WIDTH();
    int bucketsBefore = Const.SALT_BUCKETS();
    Const.setSaltWidth(width);
    Const.setSaltBuckets(buckets);
    try {
      RowKey.prefixKeyWithSalt(row);
    } finally {
      Const.setSaltBuckets(bucketsBefore);
      Const.setSaltWidth(widthBefore);
    }
  }

  private static KeyValue cell(byte[] row, Column column) {
    return new KeyValue(row, new byte[] {'t'}, column.qualifier(), column.stamp(), column.value());
  }
}
