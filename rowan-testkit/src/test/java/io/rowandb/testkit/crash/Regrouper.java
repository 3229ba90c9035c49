package io.rowandb.testkit.crash;

import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.Lock;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.exceptions.MergeRegionException;

/** Splits and merges the regions of the table that loaders write. */
final class Regrouper {
  /** With more than so many regions, they are merged. */
  private static final int MAX_REGIONS = 8;

  private final Admin admin;
  private final Lock regions;
  private final Random random;

  /**
   * @param regions is taken for each split and merge
   */
  Regrouper(Admin admin, long round, Lock regions) {
    this.admin = admin;
    this.regions = regions;
    this.random = new Random(round);
  }

  /** Splits a region, or merges two. */
  void regroup() throws Exception {
    regions.lock();
    try {
      splitOrMerge();
    } catch (DoNotRetryIOException e) {
      passOver(e, e);
    } catch (ExecutionException e) {
      passOver(e.getCause(), e);
    } finally {
      regions.unlock();
    }
  }

  private void splitOrMerge() throws Exception {
    List<RegionInfo> present = admin.getRegions(KilledRows.TABLE);
    int left = random.nextInt(present.size());
    byte[] region = present.get(left).getEncodedNameAsBytes();
    if (present.size() < MAX_REGIONS || left == 0) {
      admin.splitRegionAsync(region, null).get();
    } else {
      byte[] before = present.get(left - 1).getEncodedNameAsBytes();
      admin.mergeRegionsAsync(new byte[][] {before, region}, false).get();
    }
  }

  /** Too small yet, or not compacted yet: another time. */
  private static void passOver(Throwable refusal, Exception thrown) throws Exception {
    boolean another =
        refusal instanceof MergeRegionException || refusal.toString().contains("splittable");
    if (!another) {
      throw thrown;
    }
  }
}
