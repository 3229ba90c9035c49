package io.rowandb.cli.load;

import io.rowandb.cli.source.SourceException;
import io.rowandb.engine.bulk.BulkSort.SortedFile;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * How many files one family of one region may get in a load, as in HBase's bulk load tool: a read
 * of the region checks all of them until they are compacted.
 */
public final class FileLimit {
  /** HBase's setting of the same meaning. */
  private static final String KEY = "hbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily";

  private static final int USUAL = 32;

  private FileLimit() {}

  /** What the configuration says, or what HBase takes. */
  public static int of(Configuration conf) {
    return conf.getInt(KEY, USUAL);
  }

  /**
   * Refuses more than {@code most} files for one store.
   *
   * @param files parted by regions
   */
  static void check(List<SortedFile> files, int most) throws SourceException {
    Map<String, Integer> counts = new TreeMap<>();
    for (SortedFile file : files) {
      counts.merge("family " + file.family() + " of region " + (file.part() + 1), 1, Integer::sum);
    }
    for (Map.Entry<String, Integer> count : counts.entrySet()) {
      if (count.getValue() > most) {
        throw new SourceException(
            count.getValue()
                + " files for "
                + count.getKey()
                + ", and no more than "
                + most
                + " may go into one region ("
                + KEY
                + "). What is sorted stays: the same command with --max-files "
                + count.getValue()
                + " loads it; a table with more regions needs fewer files in each");
      }
    }
  }
}
