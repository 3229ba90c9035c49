package io.rowandb.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import io.rowandb.engine.compaction.CompactionSelection;
import io.rowandb.engine.compaction.CompactionSettings;
import io.rowandb.engine.compaction.OffPeakHours;
import io.rowandb.engine.compaction.OffPeakSettings;
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
import org.apache.hadoop.hbase.regionserver.compactions.ExploringCompactionPolicy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that are kept from minor compactions, as HBase's job makes them for bulk loads when it is
 * told so: the default policy leaves out those that HBase's leaves out, at off-peak hours too.
 * Where HBase merges files on both sides of such a one, which here have to be neighbours, it is
 * left out all the same.
 */
class KeptFilesAgainstHBaseTest {
  private static final int STORES = 3_000;
  private static final CompactionSettings SETTINGS =
      new CompactionSettings(
          3,
          10,
          1.2,
          50,
          2_000,
          14,
          0,
          0,
          Long.MAX_VALUE,
          new OffPeakSettings(new OffPeakHours(22, 4, ZoneOffset.UTC), 3, 2_500));

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
  void leavesOutWhatHBaseLeavesOut() throws IOException {
    int same = 0;
    int across = 0;
    for (long seed = 1; seed <= STORES; seed++) {
      Random random = new Random(seed);
      List<StoreFileSummary> files = files(random);
      boolean major = random.nextInt(10) == 0;
      boolean offPeak = random.nextInt(4) == 0;
      CompactionSelection ours =
          new io.rowandb.engine.compaction.ExploringCompactionPolicy(SETTINGS)
              .select(
                  files,
                  major ? Wish.MAJOR : Wish.AS_NEEDED,
                  Long.MIN_VALUE,
                  TimeUnit.HOURS.toMillis(offPeak ? 23 : 20));
      List<Integer> chosen = new ArrayList<>();
      for (int i = ours.from(); i < ours.to(); i++) {
        chosen.add(i);
      }
      List<Integer> theirs = theirs(files, major, offPeak);
      boolean neighbours =
          theirs.isEmpty() || theirs.get(theirs.size() - 1) - theirs.get(0) == theirs.size() - 1;
      if (major || (neighbours && !areParted(files))) {
        assertThat(chosen).as("seed %d: %s", seed, files).isEqualTo(theirs);
        same += theirs.isEmpty() ? 0 : 1;
      } else if (files.size() < SETTINGS.blockingFiles()) {
        assertThat(chosen)
            .as("seed %d: %s", seed, files)
            .noneMatch(i -> files.get(i).keptFromMinor());
        across++;
      } else {
        assertThat(chosen.isEmpty()).as("seed %d: %s", seed, files).isEqualTo(theirs.isEmpty());
      }
    }
    assertThat(same).isGreaterThan(STORES / 10);
    assertThat(across).isGreaterThan(STORES / 10);
  }

  /** Whether others are on both sides of a file that is kept. */
  private static boolean areParted(List<StoreFileSummary> files) {
    int changes = 0;
    boolean inOthers = false;
    for (StoreFileSummary file : files) {
      changes += !file.keptFromMinor() && !inOthers ? 1 : 0;
      inOthers = !file.keptFromMinor();
    }
    return changes > 1;
  }

  private static List<StoreFileSummary> files(Random random) {
    List<StoreFileSummary> files = new ArrayList<>();
    int count = random.nextInt(18);
    int kept = random.nextInt(3);
    int from = random.nextInt(count + 1);
    for (int i = 0; i < count; i++) {
      boolean keep =
          kept == 0 ? random.nextInt(4) == 0 : kept == 1 ? i < from / 2 : i >= count - from / 2;
      int bytes = 1 + random.nextInt(random.nextBoolean() ? 1_000 : 100);
      files.add(new StoreFileSummary("file" + i, bytes, 1, 0, 0, false, false, keep));
    }
    return files;
  }

  private List<Integer> theirs(List<StoreFileSummary> files, boolean major, boolean offPeak)
      throws IOException {
    List<HStoreFile> doubles = new ArrayList<>();
    for (StoreFileSummary file : files) {
      doubles.add(
          new FactsOnlyStoreFile(
              hbase, place, file.bytes(), doubles.size(), 1, 0, 0, false, file.keptFromMinor()));
    }
    return new ExploringCompactionPolicy(
            CompactionTwin.configuration(SETTINGS),
            new CompactionTwin.Family(SETTINGS, Long.MAX_VALUE))
        .selectCompaction(doubles, List.of(), major, offPeak, major).getFiles().stream()
            .map(file -> (int) file.getMaxSequenceId())
            .sorted()
            .toList();
  }
}
