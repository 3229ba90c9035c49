package io.rowandb.cli.dump;

import io.rowandb.client.store.StoreKeys;
import io.rowandb.engine.catalog.ManifestDump;
import io.rowandb.engine.cell.DumpSink;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.io.WrongKindException;
import io.rowandb.engine.storefile.StoreFileDump;
import io.rowandb.engine.wal.WalDump;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;

/** A kind of file that can be shown, recognized by its first or last bytes, not by its name. */
public enum DumpedFile {
  /** A segment of the log. */
  LOG("log segment") {
    @Override
    public void show(Path file, DumpSink sink) throws IOException {
      WalDump.show(FILES, file, sink);
    }
  },
  /** A manifest. */
  MANIFEST("manifest") {
    @Override
    public void show(Path file, DumpSink sink) throws IOException {
      ManifestDump.show(FILES, file, sink);
    }
  },
  /** A store file, Rowan's or HBase's. */
  HFILE("HFile") {
    @Override
    public void show(Path file, DumpSink sink) throws IOException {
      StoreFileDump.show(FILES, file, sink);
    }
  };

  private static final FileSystem FILES = new LocalFileSystem(StoreKeys.ofProgram());

  /** All kinds begin with a magic of so many bytes. */
  private static final int MAGIC_BYTES = 8;

  private final String words;

  DumpedFile(String words) {
    this.words = words;
  }

  /** What it is called. */
  public String words() {
    return words;
  }

  /**
   * Shows a file of this kind.
   *
   * @throws io.rowandb.engine.io.CorruptFileException after the parts that could be shown, when it
   *     is damaged
   */
  public abstract void show(Path file, DumpSink sink) throws IOException;

  /**
   * What kind a file is.
   *
   * @throws WrongKindException when it is none of them
   */
  public static DumpedFile of(Path file) throws IOException {
    try (RandomReadFile open = FILES.open(file)) {
      long size = open.size();
      byte[] start = read(open, 0, size);
      byte[] trailer = read(open, Math.max(0, size - StoreFileDump.TRAILER_BYTES), size);
      if (WalDump.isSegment(start)) {
        return LOG;
      }
      if (ManifestDump.isManifest(start)) {
        return MANIFEST;
      }
      if (StoreFileDump.isStoreFile(start, trailer)) {
        return HFILE;
      }
      throw new WrongKindException(
          file,
          "log segment, manifest or HFile",
          size == 0 ? "it is empty" : "it starts with " + HexFormat.of().formatHex(start));
    }
  }

  /** Whether a file is an HFile without its end, which its store is still writing. */
  static boolean isUnfinished(Path file) throws IOException {
    try (RandomReadFile open = FILES.open(file)) {
      long size = open.size();
      byte[] start = read(open, 0, size);
      byte[] trailer = read(open, Math.max(0, size - StoreFileDump.TRAILER_BYTES), size);
      if (!StoreFileDump.isStoreFile(start, new byte[0])
          || StoreFileDump.isStoreFile(new byte[0], trailer)) {
        return false;
      }
    }
    return ManifestDump.isUnlisted(FILES, file);
  }

  private static byte[] read(RandomReadFile file, long from, long size) throws IOException {
    byte[] bytes = new byte[(int) Math.min(MAGIC_BYTES, size - from)];
    file.readFully(from, bytes, 0, bytes.length);
    return bytes;
  }
}
