package io.rowandb.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import io.rowandb.engine.compaction.CompactionSelection;
import io.rowandb.engine.compaction.CompactionSettings;
import io.rowandb.engine.compaction.OffPeakHours;
import io.rowandb.engine.compaction.OffPeakSettings;
import io.rowandb.engine.compaction.RatioBasedCompactionPolicy;
import io.rowandb.engine.compaction.StoreFileSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.regionserver.FactsOnlyStoreFile;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policy that HBase had before its present default chooses what HBase's does. */
class RatioBasedAgainstHBaseTest {
  private static final int STORES = 3_000;

  @TempDir private Path directory;
  private HBaseTestingUtility hbase;
  private org.apache.hadoop.fs.Path place;

  @BeforeEach
  void makePlace() throws IOException {
    hbase = new HBaseTestingUtility(new Configuration());
    Path file = Files.createFile(directory.resolve("0123456789abcdef0123456789abcdef"));
    place = new org.apache.hadoop.fs.Path(file.toUri());
  }

  @Tag("slow")
  @Test
  void choosesWhatHBaseChooses() throws IOException {
    int chosen = 0;
    for (long seed = 1; seed <= STORES; seed++) {
      Random random = new Random(seed);
      int min = 2 + random.nextInt(3);
      CompactionSettings settings =
          new CompactionSettings(
              min,
              min + random.nextInt(8),
              0.5 + random.nextInt(4) / 4.0,
              random.nextInt(3) * 40L,
              random.nextBoolean() ? Long.MAX_VALUE : 900,
              6 + random.nextInt(10),
              0,
              0,
              Long.MAX_VALUE,
              new OffPeakSettings(new OffPeakHours(22, 4, ZoneOffset.UTC), 3, 950));
      boolean offPeak = random.nextInt(4) == 0;
      boolean major = random.nextInt(10) == 0;
      List<StoreFileSummary> files = files(random);
      CompactionSelection ours =
          new RatioBasedCompactionPolicy(settings)
              .select(
                  files,
                  major ? Wish.MAJOR : Wish.AS_NEEDED,
                  Long.MIN_VALUE,
                  TimeUnit.HOURS.toMillis(offPeak ? 23 : 20));
      List<Integer> indexes = new ArrayList<>();
      for (int i = ours.from(); i < ours.to(); i++) {
        indexes.add(i);
      }
      assertThat(indexes)
          .as("seed %d: %s of %s", seed, settings, files)
          .isEqualTo(theirs(settings, files, major, offPeak));
      chosen += !major && !ours.isEmpty() ? 1 : 0;
    }
    assertThat(chosen).isBetween(STORES / 10, STORES - STORES / 10);
  }

  private static List<StoreFileSummary> files(Random random) {
    List<StoreFileSummary> files = new ArrayList<>();
    int count = random.nextInt(18);
    int kept = random.nextInt(4) == 0 ? random.nextInt(count + 1) : 0;
    int least = 1 + random.nextInt(500);
    for (int i = 0; i < count; i++) {
      int bytes = least + random.nextInt(1 + 1_000 / (i + 1));
      files.add(new StoreFileSummary("file" + i, bytes, 1, 0, 0, false, false, i < kept));
    }
    return files;
  }

  private List<Integer> theirs(
      CompactionSettings settings, List<StoreFileSummary> files, boolean major, boolean offPeak)
      throws IOException {
    List<HStoreFile> doubles = new ArrayList<>();
    for (StoreFileSummary file : files) {
      doubles.add(
          new FactsOnlyStoreFile(
              hbase, place, file.bytes(), doubles.size(), 1, 0, 0, false, file.keptFromMinor()));
    }
    return new org.apache.hadoop.hbase.regionserver.compactions.RatioBasedCompactionPolicy(
            CompactionTwin.configuration(settings),
            new CompactionTwin.Family(settings, Long.MAX_VALUE))
        .selectCompaction(doubles, List.of(), major, offPeak, major).getFiles().stream()
            .map(file -> (int) file.getMaxSequenceId())
            .sorted()
            .toList();
  }
}
