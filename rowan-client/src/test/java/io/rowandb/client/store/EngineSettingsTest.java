package io.rowandb.client.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rowandb.client.Rowan;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.split.SplitSettings;
import io.rowandb.engine.wal.WalOptions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each of HBase's keys becomes, and what is no value of it. */
class EngineSettingsTest {
  private static final String PREFIX = "org.apache.hadoop.hbase.regionserver.";
  private static final long MB = 1 << 20;

  /** The settings by the keys that make them, but for those of files and the block cache. */
  private static final Map<String, Function<DatabaseOptions, Object>> SETTINGS = settings();

  private static Map<String, Function<DatabaseOptions, Object>> settings() {
    Map<String, Function<DatabaseOptions, Object>> of = new LinkedHashMap<>();
    of.put("hbase.hregion.memstore.flush.size", options -> options.memory().flushBytes());
    of.put(
        "hbase.regionserver.global.memstore.size.lower.limit",
        options -> options.memory().globalLowerLimit());
    of.put(
        "hbase.hregion.memstore.chunkpool.maxsize", options -> options.memory().chunkPoolShare());
    of.put("hbase.hregion.memstore.mslab.enabled", options -> options.memory().chunkPoolShare());
    of.put(
        "hbase.hregion.memstore.block.multiplier",
        options -> options.memory().blockingMultiplier());
    of.put(
        "hbase.regionserver.optionalcacheflushinterval",
        options -> options.memory().maxAgeMillis());
    of.put("hbase.server.keyvalue.maxsize", options -> options.writes().maxCellBytes());
    of.put("hbase.table.sanity.checks", DatabaseOptions::tableChecks);
    of.put("hbase.busy.wait.duration", options -> options.memory().busyWaitMillis());
    of.put("hbase.rowlock.wait.duration", options -> options.writes().rowLockWaitMillis());
    of.put(
        "hbase.hregion.keyvalue.timestamp.slop.millisecs",
        options -> options.writes().timestampSlopMillis());
    of.put("hbase.wal.hsync", options -> options.log().alwaysForce());
    of.put("hbase.regionserver.hlog.blocksize", options -> options.log().segmentBytes());
    of.put("hbase.regionserver.logroll.multiplier", options -> options.log().segmentBytes());
    of.put("hbase.regionserver.maxlogs", options -> options.log().maxBytes());
    of.put("hbase.hstore.compaction.min", options -> options.compaction().minFiles());
    of.put("hbase.hstore.compactionThreshold", options -> options.compaction().minFiles());
    of.put("hbase.hstore.compaction.max", options -> options.compaction().maxFiles());
    of.put("hbase.hstore.compaction.ratio", options -> options.compaction().ratio());
    of.put("hbase.hstore.compaction.min.size", options -> options.compaction().minBytes());
    of.put("hbase.hstore.compaction.max.size", options -> options.compaction().maxBytes());
    of.put("hbase.hregion.majorcompaction", options -> options.compaction().majorPeriodMillis());
    of.put("hbase.hregion.majorcompaction.jitter", options -> options.compaction().majorJitter());
    of.put("hbase.hstore.blockingStoreFiles", options -> options.compaction().blockingStoreFiles());
    of.put(
        "hbase.hstore.blockingWaitTime", options -> options.compaction().blockingFilesWaitMillis());
    of.put("hbase.regionserver.region.split.policy", of(SplitSettings::policy));
    of.put("hbase.hregion.max.filesize", of(SplitSettings::maxFileBytes));
    of.put("hbase.hregion.max.filesize.jitter", of(SplitSettings::maxFileJitter));
    of.put("hbase.increasing.policy.initial.size", of(SplitSettings::initialBytes));
    of.put("hbase.hregion.split.overallfiles", of(SplitSettings::allFamilies));
    of.put("hbase.regionserver.regionSplitLimit", of(SplitSettings::maxRegions));
    of.put("hbase.hstore.flusher.count", options -> options.threads().flush());
    of.put("rowan.background.threads", options -> options.threads().background());
    return of;
  }

  private static Function<DatabaseOptions, Object> of(Function<SplitSettings, Object> setting) {
    return options -> setting.apply(options.splits());
  }

  /** With and without HBase's default file: its defaults are the engine's. */
  @ParameterizedTest
  @CsvSource({
    "hbase.hregion.memstore.flush.size, 134217728",
    "hbase.regionserver.global.memstore.size.lower.limit, 0.95",
    "hbase.hregion.memstore.chunkpool.maxsize, 1.0",
    "hbase.hregion.memstore.mslab.enabled, 1.0",
    "hbase.hregion.memstore.block.multiplier, 4",
    "hbase.regionserver.optionalcacheflushinterval, 3600000",
    "hbase.server.keyvalue.maxsize, 10485760",
    "hbase.table.sanity.checks, true",
    "hbase.busy.wait.duration, 60000",
    "hbase.rowlock.wait.duration, 30000",
    "hbase.hregion.keyvalue.timestamp.slop.millisecs, 9223372036854775807",
    "hbase.wal.hsync, false",
    "hbase.regionserver.hlog.blocksize, 134217728",
    "hbase.regionserver.logroll.multiplier, 134217728",
    "hbase.hstore.compaction.min, 3",
    "hbase.hstore.compactionThreshold, 3",
    "hbase.hstore.compaction.max, 10",
    "hbase.hstore.compaction.ratio, 1.2",
    "hbase.hstore.compaction.min.size, 134217728",
    "hbase.hstore.compaction.max.size, 9223372036854775807",
    "hbase.hregion.majorcompaction, 604800000",
    "hbase.hregion.majorcompaction.jitter, 0.5",
    "hbase.hstore.blockingStoreFiles, 16",
    "hbase.hstore.blockingWaitTime, 90000",
    "hbase.regionserver.region.split.policy,"
        + " org.apache.hadoop.hbase.regionserver.SteppingSplitPolicy",
    "hbase.hregion.max.filesize, 10737418240",
    "hbase.hregion.max.filesize.jitter, 0.25",
    "hbase.increasing.policy.initial.size, 0",
    "hbase.hregion.split.overallfiles, false",
    "hbase.regionserver.regionSplitLimit, 1000",
    "hbase.hstore.flusher.count, 2",
    "rowan.background.threads, 2",
  })
  void aKeyThatIsNotSetLeavesHBasesDefault(String key, String expected) throws IOException {
    assertThat(SETTINGS.get(key).apply(read(new Configuration(false)))).hasToString(expected);
    Configuration hbases = HBaseConfiguration.create();
    assertThat(SETTINGS.get(key).apply(read(hbases))).hasToString(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "hbase.hregion.memstore.flush.size, 1048576, 1048576",
    "hbase.hregion.memstore.flush.size, 64m, 67108864",
    "hbase.regionserver.global.memstore.size.lower.limit, 0.9, 0.9",
    "hbase.hregion.memstore.chunkpool.maxsize, 0.5, 0.5",
    "hbase.hregion.memstore.mslab.enabled, false, 0.0",
    "hbase.hregion.memstore.block.multiplier, 8, 8",
    "hbase.regionserver.optionalcacheflushinterval, 60000, 60000",
    "hbase.regionserver.optionalcacheflushinterval, 0, 0",
    "hbase.regionserver.optionalcacheflushinterval, -1, 0",
    "hbase.server.keyvalue.maxsize, 1000, 1000",
    "hbase.server.keyvalue.maxsize, 0, 0",
    "hbase.server.keyvalue.maxsize, -1, 0",
    "hbase.server.keyvalue.maxsize, 9223372036854775807, 2147483647",
    "hbase.table.sanity.checks, False, false",
    "hbase.hstore.flusher.count, 8, 8",
    "hbase.busy.wait.duration, 500, 500",
    "hbase.rowlock.wait.duration, 500, 500",
    "hbase.rowlock.wait.duration, 0, 1",
    "hbase.rowlock.wait.duration, -1, 1",
    "hbase.hregion.keyvalue.timestamp.slop.millisecs, 1000, 1000",
    "hbase.wal.hsync, true, true",
    "hbase.regionserver.hlog.blocksize, 1000000, 500000",
    "hbase.regionserver.hlog.blocksize, 64m, 33554432",
    "hbase.regionserver.logroll.multiplier, 0.95, 255013683",
    "hbase.regionserver.maxlogs, 8, 1073741824",
    "hbase.regionserver.maxlogs, 1, 134217728",
    "hbase.hstore.compaction.min, 5, 5",
    "hbase.hstore.compaction.min, 1, 2",
    "hbase.hstore.compactionThreshold, 4, 4",
    "hbase.hstore.compaction.max, 20, 20",
    "hbase.hstore.compaction.ratio, 1.5F, 1.5",
    "hbase.hstore.compaction.min.size, 0, 0",
    "hbase.hstore.compaction.max.size, 1000, 1000",
    "hbase.hregion.majorcompaction, 86400000, 86400000",
    "hbase.hregion.majorcompaction, 0, 0",
    "hbase.hregion.majorcompaction, -1, 0",
    "hbase.hregion.majorcompaction.jitter, 0, 0.0",
    "hbase.hstore.blockingStoreFiles, 100, 100",
    "hbase.hstore.blockingWaitTime, 0, 0",
    "hbase.regionserver.region.split.policy,"
        + " org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy,"
        + " org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy",
    "hbase.hregion.max.filesize, 1g, 1073741824",
    "hbase.hregion.max.filesize, 0, 10737418240",
    "hbase.hregion.max.filesize.jitter, 0.1, 0.1",
    "hbase.increasing.policy.initial.size, 1048576, 1048576",
    "hbase.increasing.policy.initial.size, -1, 0",
    "hbase.hregion.split.overallfiles, true, true",
    "hbase.regionserver.regionSplitLimit, 7, 7",
    "hbase.regionserver.regionSplitLimit, -1, 0",
    "rowan.background.threads, 0, 0",
  })
  void aValueBecomesItsSetting(String key, String value, String expected) throws IOException {
    assertThat(SETTINGS.get(key).apply(read(with(key, value)))).hasToString(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "hbase.hregion.memstore.flush.size, 0",
    "hbase.hregion.memstore.flush.size, large",
    "hbase.regionserver.global.memstore.size, 40",
    "hbase.regionserver.global.memstore.size, 0.81",
    "hbase.regionserver.global.memstore.size, 0",
    "hbase.regionserver.global.memstore.size, NaN",
    "hbase.regionserver.global.memstore.size.lower.limit, 95",
    "hbase.regionserver.global.memstore.upperLimit, 40",
    "hbase.regionserver.global.memstore.lowerLimit, 35",
    "hfile.block.cache.size, 1.1",
    "hbase.hregion.memstore.chunkpool.maxsize, 1.1",
    "hbase.hregion.memstore.mslab.enabled, yes",
    "hbase.hregion.memstore.block.multiplier, 0",
    "hbase.hregion.memstore.block.multiplier, 2.5",
    "hbase.regionserver.optionalcacheflushinterval, 1h",
    "hbase.server.keyvalue.maxsize, 10MB",
    "hbase.table.sanity.checks, off",
    "hbase.hstore.flusher.count, 0",
    "hbase.busy.wait.duration, 0",
    "hbase.busy.wait.duration, 1m",
    "hbase.rowlock.wait.duration, 30s",
    "hbase.hregion.keyvalue.timestamp.slop.millisecs, -1",
    "hbase.wal.hsync, 1",
    "hbase.regionserver.hlog.blocksize, 0",
    "hbase.regionserver.hlog.blocksize, 9223372036854775807",
    "hbase.regionserver.logroll.multiplier, 0",
    "hbase.regionserver.logroll.multiplier, half",
    "hbase.regionserver.maxlogs, 0",
    "hbase.regionserver.maxlogs, 4g",
    "hbase.hstore.compaction.min, many",
    "hbase.hstore.compaction.min, 11",
    "hbase.hstore.compactionThreshold, 3.5",
    "hbase.hstore.compaction.max, 2",
    "hbase.hstore.compaction.max, 99999999999",
    "hbase.hstore.compaction.ratio, -1",
    "hbase.hstore.compaction.min.size, -1",
    "hbase.hstore.compaction.max.size, 0",
    "hbase.hregion.majorcompaction, 7d",
    "hbase.hregion.majorcompaction.jitter, 2",
    "hbase.hstore.blockingStoreFiles, 0",
    "hbase.hstore.blockingWaitTime, -1",
    "hbase.regionserver.region.split.policy, no.such.Policy",
    "hbase.hregion.max.filesize, 10 GB or so",
    "hbase.hregion.max.filesize.jitter, -0.1",
    "hbase.increasing.policy.initial.size, x",
    "hbase.hregion.split.overallfiles, all",
    "hbase.regionserver.regionSplitLimit, none",
    "rowan.background.threads, -1",
    "io.storefile.bloom.enabled, no",
    "io.storefile.bloom.block.size, 0",
    "io.storefile.bloom.max.fold, 21",
    "io.storefile.bloom.error.rate, 0.9",
    "hfile.index.block.max.size, 0",
    "hbase.hstore.bytes.per.checksum, 32",
  })
  void whatIsNoValueIsRefusedByKeyAndValue(String key, String value) {
    assertThatThrownBy(() -> read(with(key, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(key)
        .hasMessageContaining(value);
  }

  @Test
  void everySettingHasADefaultAValueAndABadValueHere() throws Exception {
    String all =
        Stream.of(EngineSettingsTest.class.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(CsvSource.class))
            .map(method -> String.join(";", method.getAnnotation(CsvSource.class).value()))
            .reduce("", (one, other) -> one + "\n" + other);
    for (String key : SETTINGS.keySet()) {
      assertThat(all.lines().filter(cases -> cases.contains(key + ",")))
          .as(key)
          .hasSizeGreaterThanOrEqualTo(key.equals("hbase.regionserver.maxlogs") ? 2 : 3);
    }
  }

  @Test
  void theBoundOfAllMemStoresIsAShareOfTheHeap() throws IOException {
    String key = "hbase.regionserver.global.memstore.size";
    assertThat(read(new Configuration(false)).memory().globalBytes())
        .isEqualTo(DatabaseOptions.ofHeap(0.4));
    assertThat(read(HBaseConfiguration.create()).memory().globalBytes())
        .isEqualTo(DatabaseOptions.ofHeap(0.4));
    assertThat(read(with(key, "0.25")).memory().globalBytes())
        .isEqualTo(DatabaseOptions.ofHeap(0.25));
  }

  /** HBase reads them still, and both are shares of the heap. */
  @Test
  void formerNamesOfTheBoundHoldWhereThePresentOnesAreNotSet() throws IOException {
    Configuration conf = with("hbase.regionserver.global.memstore.upperLimit", "0.2");
    conf.set("hbase.regionserver.global.memstore.lowerLimit", "0.15");
    assertThat(read(conf).memory().globalBytes()).isEqualTo(DatabaseOptions.ofHeap(0.2));
    assertThat(read(conf).memory().globalLowerLimit()).isCloseTo(0.75, within(1e-9));
    conf.set("hbase.regionserver.global.memstore.lowerLimit", "0.3");
    assertThat(read(conf).memory().globalLowerLimit()).as("not above the bound").isEqualTo(1);
    conf.set("hbase.regionserver.global.memstore.size", "0.4");
    conf.set("hbase.regionserver.global.memstore.size.lower.limit", "0.9");
    assertThat(read(conf).memory().globalBytes()).isEqualTo(DatabaseOptions.ofHeap(0.4));
    assertThat(read(conf).memory().globalLowerLimit()).isEqualTo(0.9);
  }

  @Test
  void memStoresAndBlockCacheLeaveAFifthOfTheHeap() throws IOException {
    Configuration conf = with("hbase.regionserver.global.memstore.size", "0.5");
    assertThatThrownBy(() -> read(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hbase.regionserver.global.memstore.size and hfile.block.cache.size")
        .hasMessageContaining("0.8")
        .hasMessageContaining("0.5 and 0.4");
    conf.set("hfile.block.cache.size", "0.3");
    assertThat(read(conf).memory().globalBytes()).isEqualTo(DatabaseOptions.ofHeap(0.5));
  }

  @Test
  void aLogIsAsLongAsHBaseLetsItBe() throws IOException {
    long twiceTheMemStores = 2 * DatabaseOptions.ofHeap(0.4);
    assertThat(read(new Configuration(false)).log().maxBytes())
        .isEqualTo(Math.max(32 * 128 * MB, twiceTheMemStores));
    Configuration conf = with("hbase.regionserver.hlog.blocksize", "2m");
    assertThat(read(conf).log().maxBytes()).isEqualTo(Math.max(32 * MB, twiceTheMemStores));
    conf.set("hbase.regionserver.maxlogs", "3");
    assertThat(read(conf).log().maxBytes()).isEqualTo(3 * MB);
    conf.set("hbase.regionserver.hlog.blocksize", Long.toString(WalOptions.MAX_SEGMENT_BYTES));
    conf.set("hbase.regionserver.maxlogs", Integer.toString(Integer.MAX_VALUE));
    assertThat(read(conf).log().maxBytes()).as("no overflow").isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void theLeastFilesGoByThePresentNameFirst() throws IOException {
    Configuration conf = with("hbase.hstore.compactionThreshold", "7");
    conf.set("hbase.hstore.compaction.min", "4");
    assertThat(read(conf).compaction().minFiles()).isEqualTo(4);
  }

  @Test
  void keysOfFamiliesAndTablesAreHandedOnAsTheyAre() throws IOException {
    Configuration conf = with("hbase.hstore.engine.class", PREFIX + "DateTieredStoreEngine");
    conf.set("hbase.hstore.compaction.date.tiered.windows.per.tier", "6");
    conf.set("hbase.regionserver.flush.policy", PREFIX + "FlushAllStoresPolicy");
    conf.set("hbase.hregion.percolumnfamilyflush.size.lower.bound.min", "");
    conf.set("my.hbase.hstore.engine.class", "of another program");
    conf.set("rowan.compaction.growth", "20");
    conf.set("rowan.compaction.growth.free", "1000");
    conf.set("rowan.compaction.hidden.cells", "300");
    conf.set("hbase.table.max.rowsize", "5000");
    conf.set("hbase.hstore.time.to.purge.deletes", "6000");
    assertThat(read(conf).familyDefaults())
        .containsOnly(
            Map.entry("hbase.hstore.engine.class", PREFIX + "DateTieredStoreEngine"),
            Map.entry("hbase.hstore.compaction.date.tiered.windows.per.tier", "6"),
            Map.entry("rowan.compaction.growth", "20"),
            Map.entry("rowan.compaction.growth.free", "1000"),
            Map.entry("rowan.compaction.hidden.cells", "300"),
            Map.entry("hbase.table.max.rowsize", "5000"),
            Map.entry("hbase.hstore.time.to.purge.deletes", "6000"),
            Map.entry("hbase.regionserver.flush.policy", PREFIX + "FlushAllStoresPolicy"));
  }

  private static Configuration with(String key, String value) {
    Configuration conf = new Configuration(false);
    conf.set(key, value);
    return conf;
  }

  private static DatabaseOptions read(Configuration conf) throws IOException {
    conf.set(Rowan.PATH_KEY, "mem:EngineSettingsTest");
    return EngineSettings.of(conf).build();
  }
}
