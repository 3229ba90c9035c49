package io.rowandb.load;

import io.rowandb.engine.bulk.BulkSort.SortedFile;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.load.BulkLoad;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** What gets the sorted files. Used by one thread. */
interface LoadTarget extends AutoCloseable {
  /**
   * The sorted files of a table.
   *
   * @param directory has them, in a directory for each family
   * @param handed notes that the table has them
   */
  record TableFiles(TableName table, List<SortedFile> files, Path directory, Handed handed) {}

  /** Notes that a table has its files. */
  @FunctionalInterface
  interface Handed {
    void note() throws IOException;
  }

  /** Another name for each store, as far as it tells one. */
  String store();

  /** Where sorting works. */
  FileSystem disk();

  /** How files of a table are written, by family. */
  Map<String, StoreFileOptions> fileOptions(TableDescriptor table) throws IOException;

  /** Whether tables get all files of a load, and the note of it, in one step. */
  boolean isOneStep();

  /**
   * Gives tables their files, one after the other or all at once.
   *
   * @param lastLook is asked just before a table gets files
   */
  void handOver(List<TableFiles> tables, BulkLoad.LastLook lastLook) throws IOException;

  @Override
  void close() throws IOException;
}
