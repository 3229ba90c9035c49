package io.rowandb.engine.bulk;

import io.rowandb.engine.storefile.BlockEncoding;
import io.rowandb.engine.storefile.BloomType;
import io.rowandb.engine.storefile.Compression;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.util.Map;
import java.util.TreeMap;

/**
 * How cells are sorted into files.
 *
 * @param families the families, and how their files are written
 * @param memoryBytes heap for cells that wait to be sorted, and for sorting them; half of it is
 *     filled while the other half is sorted and written
 * @param maxFileBytes a file that reaches this size ends with its current row: HBase's tool warns
 *     of files beyond hbase.hregion.max.filesize
 * @param createdMillis the creation time written to the files
 */
public record BulkSortOptions(
    Map<String, StoreFileOptions> families,
    long memoryBytes,
    long maxFileBytes,
    long createdMillis) {
  /** With less the chunks of a few families would not fit. */
  private static final long MIN_MEMORY_BYTES = 1 << 20;

  /** hbase.hregion.max.filesize. */
  public static final long USUAL_MAX_FILE_BYTES = 10L << 30;

  /** Copies the map; refuses a memory that is too small to sort with. */
  public BulkSortOptions {
    families = new TreeMap<>(families);
    if (memoryBytes < MIN_MEMORY_BYTES) {
      throw new IllegalArgumentException(
          "Memory for sorting must be at least " + MIN_MEMORY_BYTES + " bytes: " + memoryBytes);
    }
    if (families.isEmpty()) {
      throw new IllegalArgumentException("No family is to be sorted");
    }
  }

  /** How runs are written; a run is read once, by its writer. */
  StoreFileOptions runOptions(String family) {
    StoreFileOptions files = families.get(family);
    return new StoreFileOptions(
        Compression.NONE,
        BlockEncoding.NONE,
        StoreFileOptions.DEFAULT.blockBytes(),
        files.bloom().withType(BloomType.NONE),
        files.indexChunkBytes(),
        files.checksumChunkBytes(),
        files.tags(),
        /* sequences= */ false,
        files.encryption());
  }
}
