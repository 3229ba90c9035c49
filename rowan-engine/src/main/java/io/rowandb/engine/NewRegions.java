package io.rowandb.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionRange;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes names for new regions that no region has ever had. Ids grow, so that no two regions ever
 * share a directory. Safe for many threads.
 */
final class NewRegions {
  private static final byte[] OPEN_END = new byte[0];

  private final Clock clock;

  /** The id of the newest region. */
  @GuardedBy("this")
  private long lastId;

  /** Transient regions are in no manifest, so they count down from here. */
  @GuardedBy("this")
  private long nextTransientNumber = -1;

  NewRegions(Clock clock) {
    this.clock = clock;
  }

  /** Gives no id again that a region of the catalog has. */
  synchronized void passOver(Catalog catalog) {
    for (Catalog.RegionEntry region : catalog.regions().values()) {
      lastId = Math.max(lastId, region.info().id());
    }
  }

  /** An id for one region, or for those of one change. */
  synchronized long nextId() {
    lastId = Math.max(clock.millis(), lastId + 1);
    return lastId;
  }

  /**
   * The regions of a table.
   *
   * @param splits the first rows of the second and later ones
   * @param nextNumber of regions, as the manifest says
   */
  List<RegionInfo> ofTable(TableName table, List<byte[]> splits, long nextNumber) {
    long id = nextId();
    long number = nextNumber;
    List<RegionInfo> infos = new ArrayList<>(splits.size() + 1);
    byte[] start = OPEN_END;
    for (int i = 0; i <= splits.size(); i++) {
      byte[] end = i == splits.size() ? OPEN_END : splits.get(i);
      infos.add(new RegionInfo(table.fullName(), new RegionRange(start, end), id, number++));
      start = end;
    }
    return infos;
  }

  /** The region of a transient table. */
  synchronized RegionInfo ofTransientTable(TableName table) {
    RegionRange all = new RegionRange(OPEN_END, OPEN_END);
    return new RegionInfo(table.fullName(), all, nextId(), nextTransientNumber--);
  }

  /** Split keys in order; refuses empty and equal ones. */
  static List<byte[]> sorted(List<byte[]> splitKeys) throws RefusedException {
    List<byte[]> sorted = new ArrayList<>(splitKeys);
    sorted.sort(Arrays::compareUnsigned);
    for (int i = 0; i < sorted.size(); i++) {
      if (sorted.get(i).length == 0) {
        throw bad("Empty split key must not be passed in the split keys.");
      }
      if (i > 0 && Arrays.equals(sorted.get(i), sorted.get(i - 1))) {
        throw bad(
            "All split keys must be unique, found duplicate: " + Bytes.printable(sorted.get(i)));
      }
    }
    return sorted;
  }

  private static RefusedException bad(String message) {
    return new RefusedException(Reason.BAD_REQUEST, message);
  }
}
