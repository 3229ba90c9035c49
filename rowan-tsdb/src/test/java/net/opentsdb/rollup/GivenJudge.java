package net.opentsdb.rollup;

import java.util.Map;
import java.util.TreeMap;
import net.opentsdb.core.Aggregators;
import net.opentsdb.core.DataPoint;
import net.opentsdb.core.SeekableView;
import net.opentsdb.core.TSDB;
import net.opentsdb.utils.Config;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.hbase.async.HBaseClient;
import org.hbase.async.KeyValue;

/** OpenTSDB's own columns of rollups, and how it reads a row. Not for several threads. */
public final class GivenJudge {
  private final TSDB tsdb;

  /** With the configuration of its documentation. */
  public GivenJudge() throws Exception {
    Logger.getLogger("net.opentsdb").setLevel(Level.ERROR);
    Config config = new Config(false);
    config.overrideConfig("tsd.core.plugin_path", "");
    config.overrideConfig("tsd.storage.enable_compaction", "false");
    config.overrideConfig("tsd.storage.fix_duplicates", "true");
    config.overrideConfig("tsd.rollups.enable", "true");
    config.overrideConfig(
        "tsd.rollups.config",
        "{\"aggregationIds\":{\"sum\":0,\"count\":1,\"min\":2,\"max\":3},\"intervals\":["
            + interval("tsdb", "tsdb-preagg", "1m", "1h", true)
            + ','
            + interval("tsdb-rollup-10m", "tsdb-rollup-preagg-10m", "10m", "1d", false)
            + ','
            + interval("tsdb-rollup-1h", "tsdb-rollup-preagg-1h", "1h", "1d", false)
            + ','
            + interval("tsdb-rollup-1d", "tsdb-rollup-preagg-1d", "1d", "1y", false)
            + "]}");
    tsdb = new TSDB(new HBaseClient("127.0.0.1:1"), config);
  }

  private static String interval(
      String table, String grouped, String interval, String span, boolean isDefault) {
    return "{\"table\":\"%s\",\"preAggregationTable\":\"%s\",\"interval\":\"%s\",\"rowSpan\":\"%s\",\"defaultInterval\":%s}"
        .formatted(table, grouped, interval, span, isDefault);
  }

  private RollupInterval interval(String interval) {
    return tsdb.getRollupConfig().getRollupInterval(interval);
  }

  /** The first second of a row. */
  public long base(String interval, long seconds) {
    return RollupUtils.getRollupBasetime(seconds, interval(interval));
  }

  /** A column. */
  public byte[] qualifier(String interval, String aggregator, long seconds, int flags) {
    return RollupUtils.buildRollupQualifier(
        seconds,
        (short) flags,
        tsdb.getRollupConfig().getIdForAggregator(aggregator),
        interval(interval));
  }

  /** Reads columns of one row and aggregator, in their order: numbers by milliseconds. */
  public Map<Long, Double> read(
      String interval, String aggregator, byte[] row, Iterable<byte[][]> columns) {
    RollupSeq sequence =
        new RollupSeq(
            tsdb,
            new RollupQuery(
                interval(interval), Aggregators.get(aggregator), 3_600_000, Aggregators.SUM));
    boolean first = true;
    for (byte[][] each : columns) {
      KeyValue cell = new KeyValue(row, new byte[] {'t'}, each[0], 1, each[1]);
      if (first) {
        sequence.setRow(cell);
      } else {
        sequence.addRow(cell);
      }
      first = false;
    }
    Map<Long, Double> numbers = new TreeMap<>();
    SeekableView view = sequence.iterator();
    while (view.hasNext()) {
      DataPoint point = view.next();
      numbers.put(point.timestamp(), point.toDouble());
    }
    return numbers;
  }
}
