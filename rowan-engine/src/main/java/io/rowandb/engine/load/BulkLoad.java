package io.rowandb.engine.load;

import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.FileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * HFiles to be added to a table, all or none. When {@code Database.bulkLoad} returns they are on
 * disk, even if nobody had forced them, and so is what their regions held before; after a crash
 * meanwhile the table has all of them or none.
 *
 * @param table where they go
 * @param region the encoded name of the one region that they must fit into; null if each goes to
 *     all regions that contain its rows
 * @param files in any order. As in HBase, of otherwise equal cells the one of the smaller file is
 *     seen; of files of equal size, that of the later one
 * @param fileSystem where they are
 * @param source what happens to them
 * @param verify whether each file is read to its end first: checksums, order of cells, family,
 *     Bloom filter. If not, its trailer, index and file info are trusted, except for the family and
 *     the first and last row, which are checked
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

  /** What is asked when all files are ready, before any table has one. */
  @FunctionalInterface
  public interface LastLook {
    /** Asks nothing. */
    LastLook NONE = () -> {};

    /** What it throws ends the load; then no table has anything of it. */
    void look() throws IOException;
  }

  /** What becomes of the files when the table has them. Before that they are never touched. */
  public enum Source {
    /**
     * They are moved: the table has them without a copy if the disk allows it and a file has no
     * other hard link. A process that has one open for writing meanwhile could change the table.
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
