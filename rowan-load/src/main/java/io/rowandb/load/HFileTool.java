package io.rowandb.load;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.hbase.TableName;

/**
 * Gives sorted HFiles to a table of a cluster, as HBase's own tool does: {@code (table, files) ->
 * BulkLoadHFiles.create(conf).bulkLoad(table, new org.apache.hadoop.fs.Path(files.toUri()))}. Where
 * region servers do not see the files of this machine, it copies them to where they do first.
 */
@FunctionalInterface
public interface HFileTool {
  /**
   * Returns when the table has all cells of the files.
   *
   * @param files a directory on this machine with a directory for each family; the tool may move
   *     the files away
   */
  void load(TableName table, Path files) throws IOException;
}
