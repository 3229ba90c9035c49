package io.rowandb.engine.compaction;

import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.scan.RewriteScanner;
import io.rowandb.engine.scan.ScanMode;
import io.rowandb.engine.scan.VersionRules;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.storefile.StoreFileInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Merges store files. Stateless; runs in the calling thread. */
public final class Compactor {
  private Compactor() {}

  /**
   * Merges {@code newestFirst} into {@code output}. The blocks it reads do not enter the cache.
   *
   * @return the new files, oldest span of time first; none when no cell lived
   */
  public static List<StoreFileInfo> merge(
      List<StoreFile> newestFirst, VersionRules rules, RewriteOutput output, Pace pace)
      throws IOException {
    List<CellScanner> sources = new ArrayList<>(newestFirst.size());
    long earliestPut = Long.MAX_VALUE;
    for (StoreFile file : newestFirst) {
      StoreFileInfo info = file.info();
      earliestPut = Math.min(earliestPut, info.earliestPutTimestamp());
      if (info.maxTimestamp() >= rules.oldestKept(output.nowMillis())) {
        sources.add(file.scanner(false, true));
      }
    }
    // With all files in hand nothing older can be masked any more, so markers go too.
    ScanMode mode = output.allFiles() ? ScanMode.MAJOR_COMPACTION : ScanMode.MINOR_COMPACTION;
    try (RewriteScanner cells =
        RewriteScanner.open(sources, rules, mode, earliestPut, output.nowMillis())) {
      return output.write(cells, pace);
    }
  }
}
