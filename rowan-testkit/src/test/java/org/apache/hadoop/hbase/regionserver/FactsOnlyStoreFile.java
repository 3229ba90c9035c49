package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;

/**
 * HBase's double of a store file, which only its own package can make: what compaction policies ask
 * of a file, and no content.
 */
public final class FactsOnlyStoreFile extends MockHStoreFile {
  private final long modifiedMillis;
  private final boolean keptFromMinor;

  /**
   * A file of these facts.
   *
   * @param place an existing file, which is not read
   */
  public FactsOnlyStoreFile(
      HBaseTestingUtility hbase,
      Path place,
      long bytes,
      long sequenceId,
      long modifiedMillis,
      long minTimestamp,
      long maxTimestamp,
      boolean major,
      boolean keptFromMinor)
      throws IOException {
    super(hbase, place, bytes, 0, false, sequenceId);
    this.modifiedMillis = modifiedMillis;
    this.keptFromMinor = keptFromMinor;
    setIsMajor(major);
    TimeRangeTracker times = TimeRangeTracker.create(TimeRangeTracker.Type.NON_SYNC);
    times.includeTimestamp(minTimestamp);
    times.includeTimestamp(maxTimestamp);
    setTimeRangeTracker(times);
  }

  @Override
  public boolean excludeFromMinorCompaction() {
    return keptFromMinor;
  }

  @Override
  public long getModificationTimestamp() {
    return modifiedMillis;
  }
}
