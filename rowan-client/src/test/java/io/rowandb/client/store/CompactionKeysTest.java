package io.rowandb.client.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import io.rowandb.engine.compaction.CompactionThroughput;
import io.rowandb.engine.compaction.OffPeakHours;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.time.ZoneId;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.Test;

/** HBase's keys of compactions reach the engine. */
class CompactionKeysTest {
  private static final String THROUGHPUT = "hbase.hstore.compaction.throughput.";
  private static final String CONTROLLER = "hbase.regionserver.throughput.controller";

  private final Configuration conf = HBaseConfiguration.create();

  private DatabaseOptions read() throws IOException {
    conf.set(Rowan.PATH_KEY, "mem:compaction-keys");
    return EngineSettings.of(conf).build();
  }

  @Test
  void nothingIsBoundedUnlessSomebodyWishes() throws IOException {
    assertThat(conf.get(THROUGHPUT + "lower.bound"))
        .as("what hbase-default.xml says, and no wish")
        .isEqualTo("52428800");
    assertThat(read().compaction().throughput()).isEqualTo(CompactionThroughput.UNBOUNDED);
    assertThat(read().compaction().offPeakHours()).isEqualTo(OffPeakHours.NEVER);
    conf.set(THROUGHPUT + "lower.bound", "52428800");
    assertThat(read().compaction().throughput()).isEqualTo(CompactionThroughput.HBASES);
    conf.set(
        CONTROLLER, "org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController");
    assertThat(read().compaction().throughput()).isEqualTo(CompactionThroughput.UNBOUNDED);
  }

  @Test
  void theControllerOrABoundAsksForAll() throws IOException {
    conf.set(
        CONTROLLER,
        "org.apache.hadoop.hbase.regionserver.compactions"
            + ".PressureAwareCompactionThroughputController");
    assertThat(read().compaction().throughput()).isEqualTo(CompactionThroughput.HBASES);
    conf.set(THROUGHPUT + "lower.bound", "10m");
    conf.set(THROUGHPUT + "higher.bound", "20m");
    conf.set(THROUGHPUT + "offpeak", "30m");
    conf.set(THROUGHPUT + "tune.period", "7");
    assertThat(read().compaction().throughput())
        .isEqualTo(new CompactionThroughput(10 << 20, 20 << 20, 30 << 20, 7));
  }

  @Test
  void offPeakHoursAreThoseOfTheSystemsZone() throws IOException {
    conf.setInt("hbase.offpeak.start.hour", 22);
    conf.setInt("hbase.offpeak.end.hour", 6);
    conf.set("hbase.hstore.compaction.max.size.offpeak", "77");
    DatabaseOptions options = read();
    assertThat(options.compaction().offPeakHours())
        .isEqualTo(new OffPeakHours(22, 6, ZoneId.systemDefault()));
    assertThat(options.familyDefaults())
        .containsAllEntriesOf(
            Map.of(
                "hbase.hstore.compaction.ratio.offpeak", "5.0F",
                "hbase.hstore.compaction.max.size.offpeak", "77"));
  }

  @Test
  void smallAndLargeOnesHaveThreadsOfTheirOwn() throws IOException {
    assertThat(read().threads().background()).as("one more than compact").isEqualTo(2);
    assertThat(read().threads().largeCompaction()).isEqualTo(1);
    conf.set("hbase.regionserver.thread.compaction.small", "3");
    conf.set("hbase.regionserver.thread.compaction.large", "2");
    assertThat(read().threads().background()).isEqualTo(4);
    assertThat(read().threads().largeCompaction()).isEqualTo(2);
    conf.set("hbase.regionserver.thread.compaction.large", "0");
    assertThat(read().threads().largeCompaction()).as("as in HBase").isEqualTo(1);
    conf.set("rowan.background.threads", "0");
    assertThat(read().threads().background()).as("all in the calling thread").isZero();
    conf.set("hbase.regionserver.thread.compaction.throttle", "12345");
    assertThat(read().familyDefaults())
        .containsEntry("hbase.regionserver.thread.compaction.throttle", "12345");
  }

  @Test
  void whatCannotBeIsRefusedByItsKey() {
    refused(CONTROLLER, "com.example.Mine", "PressureAwareCompactionThroughputController or");
    refused(THROUGHPUT + "higher.bound", "0", "at least 1");
    refused("hbase.regionserver.thread.compaction.small", "0", "1 to 1000");
    refused("hbase.offpeak.end.hour", "24", "-1 to 23");
    conf.setInt("hbase.offpeak.start.hour", 1);
    assertThatThrownBy(this::read)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hbase.offpeak.end.hour")
        .hasMessageContaining("-1");
  }

  private void refused(String key, String value, String rule) {
    String before = conf.get(key);
    conf.set(key, value);
    assertThatThrownBy(this::read)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(key)
        .hasMessageContaining(value)
        .hasMessageContaining(rule);
    if (before == null) {
      conf.unset(key);
    } else {
      conf.set(key, before);
    }
  }
}
