package io.rowandb.testkit.crash;

import io.rowandb.client.inprocess.CompleteDoor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Makes files and has HBase's tool load them: puts and deletes in rows of its own, which stand
 * among those of all {@link LoaderThread}s. Says so in its {@link AckFile} before and after.
 *
 * <p>A store takes all files of a call or none, in all regions; HBase's tool calls once for each
 * region, with the files of both families. So in half of the loads, in which no region is split or
 * merged, the rows of a region come together, or none of them; in the others each row does.
 */
final class BulkLoader {
  private static final int MAX_ROWS = 200;

  /** The rows of a load are at most so far from one another that it is in all regions. */
  private static final int MAX_STEP = KilledRows.THREADS * KilledRows.ROWS_PER_THREAD / MAX_ROWS;

  private final Configuration configuration;
  private final Admin admin;
  private final Lock regions;
  private final AckFile acks;
  private final Path directory;
  private final Random random;
  private long number;

  /**
   * @param configuration of the store
   * @param directory for its files
   * @param regions who has it is the only one to split and merge
   */
  BulkLoader(
      Configuration configuration,
      Admin admin,
      java.nio.file.Path directory,
      long round,
      AckFile acks,
      Lock regions) {
    this.configuration = CompleteDoor.configure(configuration);
    this.admin = admin;
    this.directory = new Path(directory.toUri());
    this.acks = acks;
    this.regions = regions;
    this.random = new Random(-round);
    this.number = round * KilledRows.ROUND;
  }

  /** Loads some files. */
  void load() throws IOException {
    number++;
    List<RowChange> changes = changes();
    Path files = new Path(directory, Long.toString(number));
    for (byte[] family : List.of(KilledRows.A, KilledRows.B)) {
      Path ofFamily = new Path(files, Bytes.toString(family));
      LoadFile.write(configuration, new Path(ofFamily, "rows"), family, changes, number);
    }
    if (random.nextBoolean()) {
      load(files, changes.stream().map(List::of).toList());
      return;
    }
    regions.lock();
    try {
      load(files, byRegion(changes));
    } finally {
      regions.unlock();
    }
  }

  private void load(Path files, List<List<RowChange>> parts) throws IOException {
    acks.loading(number, parts);
    BulkLoadHFiles.create(configuration).bulkLoad(KilledRows.TABLE, files);
    acks.acknowledged();
  }

  private List<RowChange> changes() {
    TreeSet<String> rows = new TreeSet<>();
    int last = KilledRows.THREADS * KilledRows.ROWS_PER_THREAD;
    int step = 1 + random.nextInt(MAX_STEP);
    for (int i = random.nextInt(last); i < last && rows.size() < MAX_ROWS; i += step) {
      rows.add(KilledRows.loadedRow(i));
    }
    return rows.stream().map(row -> new RowChange(row, random.nextInt(5) > 0)).toList();
  }

  private List<List<RowChange>> byRegion(List<RowChange> changes) throws IOException {
    List<List<RowChange>> parts = new ArrayList<>();
    for (RegionInfo region : admin.getRegions(KilledRows.TABLE)) {
      List<RowChange> part =
          changes.stream().filter(it -> region.containsRow(Bytes.toBytes(it.row()))).toList();
      if (!part.isEmpty()) {
        parts.add(part);
      }
    }
    return parts;
  }
}
