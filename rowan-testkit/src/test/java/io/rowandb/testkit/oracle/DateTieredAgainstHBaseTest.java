package io.rowandb.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import io.rowandb.engine.compaction.CompactionSelection;
import io.rowandb.engine.compaction.CompactionSettings;
import io.rowandb.engine.compaction.DateTieredCompactionPolicy;
import io.rowandb.engine.compaction.DateTieredSettings;
import io.rowandb.engine.compaction.OffPeakSettings;
import io.rowandb.engine.compaction.StoreFileSummary;
import io.rowandb.engine.scan.VersionRules;
import io.rowandb.engine.scan.VersionRules.KeepDeletedCells;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.regionserver.FactsOnlyStoreFile;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactionRequest;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The date-tiered policy chooses the files, and where to divide them, that HBase's chooses. */
@Tag("slow")
class DateTieredAgainstHBaseTest {
  private static final int STORES = 3_000;

  /** HBase divides for ever; here what is older than so many windows goes into one file. */
  private static final int WINDOWS = 100;

  private static final long NOW = 1_800_000_000_123L;
  private static final long HOUR = 3_600_000;
  private static final long DAY = 24 * HOUR;

  @TempDir private Path directory;
  private HBaseTestingUtility hbase;
  private org.apache.hadoop.fs.Path place;

  @BeforeEach
  void stopTheClock() throws IOException {
    hbase = new HBaseTestingUtility(new Configuration());
    Path file = Files.createFile(directory.resolve("0123456789abcdef0123456789abcdef"));
    place = new org.apache.hadoop.fs.Path(file.toUri());
    EnvironmentEdgeManager.injectEdge(() -> NOW);
  }

  @AfterEach
  void letItGoOn() {
    EnvironmentEdgeManager.reset();
  }

  @Test
  void choosesWhatHBaseChooses() throws IOException {
    int chosen = 0;
    int divided = 0;
    for (long seed = 1; seed <= STORES; seed++) {
      Random random = new Random(seed);
      DateTieredSettings tiers = tiers(random);
      CompactionSettings settings =
          new CompactionSettings(
              3,
              10,
              1.2,
              random.nextInt(3) * 100L,
              random.nextBoolean() ? Long.MAX_VALUE : 900,
              random.nextBoolean() ? 12 : 100,
              random.nextInt(3) * DAY,
              0,
              Long.MAX_VALUE,
              OffPeakSettings.NEVER);
      long ttlMillis = random.nextInt(4) == 0 ? 20 * DAY : VersionRules.FOREVER;
      VersionRules rules = new VersionRules(1, 0, ttlMillis, KeepDeletedCells.FALSE, false, 0);
      List<StoreFileSummary> files = files(random);
      boolean major = random.nextInt(8) == 0;
      CompactionSelection ours =
          new DateTieredCompactionPolicy(settings, tiers)
              .select(files, major ? Wish.MAJOR : Wish.AS_NEEDED, rules.oldestLiving(NOW), NOW);
      CompactionRequestImpl theirs = theirs(settings, tiers, ttlMillis, files, major);
      List<Long> sequences =
          theirs.getFiles().stream().map(HStoreFile::getMaxSequenceId).sorted().toList();
      List<Long> expected = new ArrayList<>();
      for (int i = ours.from(); i < ours.to(); i++) {
        expected.add((long) i);
      }
      assertThat(sequences).as("seed %d: %s", seed, files).isEqualTo(expected);
      if (!ours.isEmpty()) {
        chosen++;
        divided += ours.boundaries().isEmpty() ? 0 : 1;
        List<Long> boundaries = ((DateTieredCompactionRequest) theirs).getBoundaries();
        assertThat(ours.boundaries())
            .as("seed %d: %s", seed, files)
            .isEqualTo(
                boundaries.subList(Math.max(1, boundaries.size() - WINDOWS), boundaries.size()));
      }
    }
    assertThat(chosen).isGreaterThan(STORES / 4);
    assertThat(divided).isBetween(STORES / 20, chosen - STORES / 20);
  }

  private static DateTieredSettings tiers(Random random) {
    return new DateTieredSettings(
        random.nextBoolean() ? Long.MAX_VALUE : 30 * DAY,
        2 + random.nextInt(5),
        random.nextBoolean(),
        1 + random.nextInt((int) (12 * HOUR)),
        1 + random.nextInt(5),
        random.nextBoolean() ? Long.MAX_VALUE : 10 * DAY);
  }

  private static List<StoreFileSummary> files(Random random) {
    List<StoreFileSummary> files = new ArrayList<>();
    int count = random.nextInt(16);
    for (int i = 0; i < count; i++) {
      long age = ((long) (Math.pow(random.nextDouble(), 4) * 60 * DAY)) * (count - i) / count;
      long max = NOW - age + (random.nextInt(20) == 0 ? DAY : 0);
      long min = random.nextInt(30) == 0 ? 0 : max - random.nextInt((int) (6 * HOUR));
      files.add(
          new StoreFileSummary(
              "file" + i,
              1 + random.nextInt(1_000),
              NOW - age,
              min,
              max,
              random.nextInt(3) > 0,
              false,
              random.nextInt(8) == 0));
    }
    return files;
  }

  private CompactionRequestImpl theirs(
      CompactionSettings settings,
      DateTieredSettings tiers,
      long ttlMillis,
      List<StoreFileSummary> files,
      boolean major)
      throws IOException {
    List<HStoreFile> doubles = new ArrayList<>();
    for (StoreFileSummary file : files) {
      doubles.add(
          new FactsOnlyStoreFile(
              hbase,
              place,
              file.bytes(),
              doubles.size(),
              file.createdMillis(),
              file.minTimestamp(),
              file.maxTimestamp(),
              file.majorCompaction(),
              file.keptFromMinor()));
    }
    return new org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactionPolicy(
            configuration(settings, tiers), new CompactionTwin.Family(settings, ttlMillis))
        .selectCompaction(doubles, List.of(), major, false, major);
  }

  private static Configuration configuration(
      CompactionSettings settings, DateTieredSettings tiers) {
    Configuration conf = CompactionTwin.configuration(settings);
    String tiered = "hbase.hstore.compaction.date.tiered.";
    conf.setLong(tiered + "max.storefile.age.millis", tiers.maxFileAgeMillis());
    conf.setInt(tiered + "incoming.window.min", tiers.incomingMinFiles());
    conf.setBoolean(tiered + "single.output.for.minor.compaction", tiers.singleOutput());
    conf.setLong(tiered + "base.window.millis", tiers.baseWindowMillis());
    conf.setInt(tiered + "windows.per.tier", tiers.windowsPerTier());
    conf.setLong(tiered + "max.tier.age.millis", tiers.maxTierAgeMillis());
    return conf;
  }
}
