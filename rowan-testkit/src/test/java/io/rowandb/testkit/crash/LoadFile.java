package io.rowandb.testkit.crash;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;

/** An HFile that HBase's own classes write, as a job does whose files are to be loaded. */
final class LoadFile {
  private LoadFile() {}

  /**
   * Writes what some changes do to a family.
   *
   * @param changes sorted by row
   */
  static void write(
      Configuration configuration, Path path, byte[] family, List<RowChange> changes, long number)
      throws IOException {
    HFileContext context = new HFileContextBuilder().withBlockSize(1 << 12).build();
    StoreFileWriter writer =
        new StoreFileWriter.Builder(
                configuration, CacheConfig.DISABLED, FileSystem.getLocal(configuration))
            .withFilePath(path)
            .withFileContext(context)
            .build();
    try {
      for (RowChange change : changes) {
        for (Cell cell : KilledRows.cells(change, number, family)) {
          writer.append(cell);
        }
      }
    } finally {
      writer.close();
    }
  }
}
