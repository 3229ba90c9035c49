package net.opentsdb.tsd;

import java.util.List;
import net.opentsdb.core.PutJudge;
import net.opentsdb.core.TSDB;

/** What OpenTSDB's own handler says to a line with a rollup. */
public final class RollupJudge {
  private final TSDB tsdb;
  private final RollupDataPointRpc rpc;

  /**
   * One without a table.
   *
   * @param names that have UIDs
   */
  public RollupJudge(List<String> names) throws Exception {
    tsdb =
        PutJudge.create(
            names,
            config -> {
              config.overrideConfig("tsd.rollups.enable", "true");
              config.overrideConfig(
                  "tsd.rollups.config",
                  "{\"aggregationIds\":{\"sum\":0,\"count\":1,\"min\":2,\"max\":3},\"intervals\":["
                      + "{\"table\":\"t\",\"preAggregationTable\":\"p\",\"interval\":\"1m\","
                      + "\"rowSpan\":\"1h\",\"defaultInterval\":true},"
                      + "{\"table\":\"t1h\",\"preAggregationTable\":\"p1h\",\"interval\":\"1h\","
                      + "\"rowSpan\":\"1d\"}]}");
            });
    rpc = new RollupDataPointRpc(tsdb.getConfig());
  }

  /** Its answer; empty when it would write the point. */
  public String answer(String line) {
    return LineJudge.answer(tsdb, rpc, line);
  }
}
