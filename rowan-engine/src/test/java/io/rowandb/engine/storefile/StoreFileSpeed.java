package io.rowandb.engine.storefile;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.cache.OffHeapOptions;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A quick measure of files, run by hand: 16-byte rows, of one column with 100 bytes, half of them
 * compressible, or of ten columns with 8 bytes; uncompressed, with LZ4, and in each encoding.
 * Prints nanoseconds of the thread's own time for a cell or a seek, the best of some rounds.
 * Arguments are the encodings to measure; all without.
 */
final class StoreFileSpeed {
  private static final int CELLS = 1_000_000;
  private static final int SEEKS = 200_000;
  private static final int ROUNDS = 4;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final FileSystem fileSystem = new LocalFileSystem();
  private final Path path;
  private final StoreFileOptions options;
  private final int columns;
  private final byte[][] rows;

  private StoreFileSpeed(Path path, Compression compression, BlockEncoding encoding, int columns) {
    this.path = path;
    this.columns = columns;
    this.rows = new byte[CELLS / columns][];
    this.options =
        new StoreFileOptions(
            compression,
            encoding,
            64 << 10,
            new BloomOptions(BloomType.ROW, 1, 0.01, 128 << 10, 7),
            128 << 10,
            16 << 10,
            false,
            true);
    Random random = new Random(1);
    for (int i = 0; i < rows.length; i++) {
      rows[i] = CellSamples.bytes(String.format("%08x%08d", random.nextInt(), i));
    }
    Arrays.sort(rows, Arrays::compareUnsigned);
  }

  public static void main(String[] args) throws IOException {
    Path directory = Files.createTempDirectory("storefile");
    Path path = directory.resolve("file");
    for (int columns : new int[] {1, 10}) {
      for (Compression compression : new Compression[] {Compression.NONE, Compression.LZ4}) {
        for (BlockEncoding encoding : BlockEncoding.values()) {
          if (args.length == 0 || List.of(args).contains(encoding.name())) {
            new StoreFileSpeed(path, compression, encoding, columns).run();
          }
        }
      }
    }
    Files.delete(path);
    Files.delete(directory);
  }

  private void run() throws IOException {
    print("write, a cell", CELLS, this::write);
    BlockCache cache = new BlockCache(256L << 20);
    try (StoreFile file = StoreFile.open(fileSystem, path, cache)) {
      System.out.printf(
          "%s, %s, columns %d: %,d bytes%n",
          options.compression(), options.encoding(), columns, file.info().fileBytes());
      print("scan without cache, a cell", CELLS, () -> scan(file, false));
      print("scan from cache, a cell", CELLS, () -> scan(file, true));
      print("scanner and seek from cache", SEEKS, () -> seek(file));
      print("absent row by filter", SEEKS, () -> filter(file));
    }
    try (StoreFile file = StoreFile.open(fileSystem, path, new BlockCache(8L << 20))) {
      print("scanner and seek, one block in ten cached", SEEKS / 10, () -> seekFew(file));
    }
    for (boolean victims : new boolean[] {false, true}) {
      String way = victims ? "victims off heap" : "data off heap";
      OffHeapOptions offHeap = OffHeapOptions.of(256L << 20).withVictimsOnly(victims);
      BlockCacheOptions levels = BlockCacheOptions.ofHeap(8L << 20).withOffHeap(offHeap);
      try (StoreFile file = StoreFile.open(fileSystem, path, new BlockCache(levels))) {
        print("scanner and seek, " + way, SEEKS, () -> seek(file));
        print("scan from cache, " + way + ", a cell", CELLS, () -> scan(file, true));
      }
    }
    for (OffHeapOptions offHeap :
        new OffHeapOptions[] {OffHeapOptions.NONE, OffHeapOptions.of(64L << 20)}) {
      BlockCacheOptions half =
          BlockCacheOptions.ofHeap((offHeap.bytes() == 0 ? 64L : 8L) << 20).withOffHeap(offHeap);
      try (StoreFile file = StoreFile.open(fileSystem, path, new BlockCache(half))) {
        Collections before = Collections.now();
        String way = offHeap.bytes() == 0 ? "on" : "off";
        print("scanner and seek, half of all " + way + " heap", SEEKS, () -> seek(file));
        System.out.println(Collections.now().since(before));
      }
    }
  }

  /** What the collector has done; its time is that of the clock. */
  private record Collections(long count, long millis) {
    static Collections now() {
      long count = 0;
      long millis = 0;
      for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
        count += collector.getCollectionCount();
        millis += collector.getCollectionTime();
      }
      return new Collections(count, millis);
    }

    Collections since(Collections before) {
      return new Collections(count - before.count, millis - before.millis);
    }
  }

  private interface Work {
    long run() throws IOException;
  }

  private static void print(String what, int count, Work work) throws IOException {
    long best = Long.MAX_VALUE;
    long result = 0;
    for (int i = 0; i < ROUNDS; i++) {
      long start = THREADS.getCurrentThreadCpuTime();
      result += work.run();
      best = Math.min(best, THREADS.getCurrentThreadCpuTime() - start);
    }
    System.out.printf("%-45s %8.1f ns (%d)%n", what, (double) best / count, result);
  }

  private long write() throws IOException {
    fileSystem.delete(path);
    Random random = new Random(2);
    byte[] value = new byte[columns == 1 ? 100 : 8];
    byte[] cell = new byte[200];
    Cell view = new Cell();
    byte[] family = CellSamples.bytes("f");
    byte[][] qualifiers = new byte[columns][];
    for (int i = 0; i < columns; i++) {
      qualifiers[i] = CellSamples.bytes(columns == 1 ? "q" : "metric-" + i);
    }
    byte[] noise = new byte[1 << 16];
    random.nextBytes(noise);
    try (StoreFileWriter writer = StoreFileWriter.create(fileSystem, path, options, 0)) {
      for (int i = 0; i < CELLS; i++) {
        byte[] row = rows[i / columns];
        byte[] qualifier = qualifiers[i % columns];
        long time = 1_700_000_000_000L + i / columns;
        System.arraycopy(noise, (i * 31) & 0x7fff, value, 0, columns == 1 ? 50 : 2);
        int length = CellCodec.encode(cell, 0, row, family, qualifier, time, CellType.PUT, value);
        writer.append(view.set(cell, 0, length, i & 0xffff));
      }
      return writer.finish(1, false).fileBytes();
    }
  }

  private static long scan(StoreFile file, boolean keep) throws IOException {
    long sum = 0;
    try (CellScanner scanner = file.scanner(keep, true)) {
      while (scanner.next()) {
        sum += scanner.cell().valueLength();
      }
    }
    return sum;
  }

  private long seek(StoreFile file) throws IOException {
    return seek(file, SEEKS);
  }

  private long seekFew(StoreFile file) throws IOException {
    return seek(file, SEEKS / 10);
  }

  private long seek(StoreFile file, int seeks) throws IOException {
    Random random = new Random(3);
    long found = 0;
    for (int i = 0; i < seeks; i++) {
      Cell key = CellCodec.firstOnRow(rows[random.nextInt(rows.length)]);
      try (CellScanner scanner = file.scanner(true, false)) {
        found += scanner.seek(key) ? 1 : 0;
      }
    }
    return found;
  }

  private long filter(StoreFile file) throws IOException {
    Random random = new Random(4);
    long passed = 0;
    for (int i = 0; i < SEEKS; i++) {
      byte[] row = rows[random.nextInt(rows.length)].clone();
      row[15] = 'x';
      passed += file.mayContainRow(row) ? 1 : 0;
    }
    return passed;
  }
}
