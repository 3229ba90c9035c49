package io.rowandb.engine;

import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.FileSystem;
import java.nio.file.Path;
import java.util.List;

/**
 * HFiles that are to become part of a table, all or none. See {@link Database#bulkLoad}: when it
 * returns they are on disk, also when nobody had forced them, and with them what their regions held
 * before; after a crash meanwhile the table has all of them or none.
 *
 * @param table where they go
 * @param region the encoded name of the one region that they must fit into; null when each goes to
 *     whatever regions have its rows
 * @param files in any order: as in HBase, of cells that differ in nothing else that of the smaller
 *     file is seen, and of equally large files that of the later one
 * @param fileSystem where they are
 * @param source what becomes of them
 * @param verify whether each file is read to its end first: checksums, order of cells, family,
 *     Bloom filter. Without, its trailer, index and file info are believed, but for the family and
 *     the first and last row, which are looked at
 */
public record BulkLoad(
    TableName table,
    String region,
    List<SourceFile> files,
    FileSystem fileSystem,
    Source source,
    boolean verify) {
  /** Copies the list. */
  public BulkLoad {
    files = List.copyOf(files);
  }

  /** A file, and the family that its cells are of. */
  public record SourceFile(String family, Path path) {}

  /** What becomes of the files when the table has them. Before that they are never touched. */
  public enum Source {
    /**
     * They are gone: the table has them without a copy where the disk allows it and a file has no
     * other name. Who has one open for writing meanwhile could change the table.
     */
    MOVE,

    /**
     * As those that are moved, but it is the caller who deletes them: when it has noted that the
     * table has them.
     */
    GIVE,

    /**
     * They stay, and the table has the same bytes under other names where the disk allows it: who
     * changed them then would change the table.
     */
    LINK,

    /** They stay, and the table has copies. */
    COPY
  }
}
