package io.rowandb.engine.store;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.DelegatingFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.memstore.StressCells;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.storefile.StoreFileInfo;
import io.rowandb.engine.storefile.StoreFileOptions;
import io.rowandb.engine.storefile.StoreFileWriter;
import io.rowandb.jcstress.Unchecked;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** An obsolete store file that counts how often it is deleted. All are one file in truth. */
public final class CountedStoreFile {
  private static final MemoryFileSystem FILES = new MemoryFileSystem();
  private static final StoreFile FILE = Unchecked.get(CountedStoreFile::write);

  private final AtomicInteger deletions = new AtomicInteger();
  private final SharedStoreFile file;

  /** With one reference, for whoever opened it. */
  public CountedStoreFile() {
    DelegatingFileSystem counting =
        new DelegatingFileSystem(FILES) {
          @Override
          protected void before(String operation, Path path) {
            deletions.incrementAndGet();
          }

          @Override
          public void delete(Path path) throws IOException {
            before("delete", path);
          }
        };
    file = new SharedStoreFile(FILE, new ObsoleteFiles(counting));
    file.markObsolete();
  }

  /** The file. */
  public SharedStoreFile file() {
    return file;
  }

  /** How often it was deleted. */
  public int deletions() {
    return deletions.get();
  }

  private static StoreFile write() throws IOException {
    Path path = Path.of("/f/1");
    FILES.createDirectories(path.getParent());
    StoreFileInfo info;
    try (StoreFileWriter writer =
        StoreFileWriter.create(FILES, path, StoreFileOptions.DEFAULT, 1)) {
      RowMutation put = StressCells.put(1, 20);
      writer.append(new Cell().set(put.buffer(), 4, Bytes.getInt(put.buffer(), 0), 1));
      info = writer.finish(1, false);
    }
    return StoreFile.open(FILES, info.path(), new BlockCache(0));
  }
}
