package io.rowandb.bench.reads;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Times reads of 16 to 32 KB at random places of a file that the operating system has in memory,
 * like a get that misses the block cache: for each way, alone and with a checksum over the bytes,
 * which the engine computes in any case. All ways take turns, with the same places in each turn,
 * and the medians of the turns count; the checksums are compared, to ensure that all read the same.
 */
public final class BlockReads {
  private static final int LEAST_BYTES = 16 << 10;
  private static final int MOST_BYTES = 32 << 10;
  private static final int READS_OF_A_TURN = 500;
  private static final int CHUNK_BYTES = 1 << 20;

  /** Turns before those that count, for the compiler. */
  private static final int WARM_TURNS = 20;

  private final long seed;
  private final int fileBytes;
  private final int turns;
  private long checks;

  /**
   * @param fileBytes of the file, several times what a turn reads
   * @param turns that count
   */
  public BlockReads(long seed, int fileBytes, int turns) {
    if (fileBytes < 2 * MOST_BYTES) {
      throw new IllegalArgumentException("a file of " + fileBytes + " bytes has no random places");
    }
    this.seed = seed;
    this.fileBytes = fileBytes;
    this.turns = turns;
  }

  /** Measures in a new file there, which the caller removes; the lines of a table. */
  public List<List<String>> table(Path file) throws IOException {
    write(file);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MappedByteBuffer mapping = channel.map(FileChannel.MapMode.READ_ONLY, 0, fileBytes);
      List<Series> all =
          List.of(
              new Series(() -> ReadWay.heapBuffer(channel, MOST_BYTES)),
              new Series(() -> ReadWay.directBuffer(channel, MOST_BYTES)),
              new Series(() -> ReadWay.mapped(mapping, MOST_BYTES, "mapped, copied")),
              new Series(() -> ReadWay.mappedInPlace(mapping)),
              new Series(
                  () ->
                      ReadWay.mapped(
                          channel.map(FileChannel.MapMode.READ_ONLY, 0, fileBytes),
                          MOST_BYTES,
                          "mapped anew for each turn, copied")));
      for (int turn = -WARM_TURNS; turn < turns; turn++) {
        turn(all, turn);
      }
      return lines(all);
    }
  }

  /** All ways read the same places of this turn, first alone and then with the sum. */
  private void turn(List<Series> all, int turn) throws IOException {
    Place[] places = places(turn);
    long expected = -1;
    for (Series series : all) {
      ReadWay way = series.opening.open();
      long begin = System.nanoTime();
      for (Place place : places) {
        way.read(place.position, place.length);
      }
      long read = System.nanoTime();
      ReadWay again = series.opening.open();
      long beginSum = System.nanoTime();
      long sum = 0;
      for (Place place : places) {
        sum += again.readAndSum(place.position, place.length);
      }
      long end = System.nanoTime();
      if (expected >= 0 && sum != expected) {
        throw new IOException(way.name() + " reads other bytes than the way before it");
      }
      expected = sum;
      checks++;
      if (turn >= 0) {
        series.name = way.name();
        series.readNanos[turn] = (double) (read - begin) / places.length;
        series.sumNanos[turn] = (double) (end - beginSum) / places.length;
      }
    }
  }

  /** How often the bytes of a turn were compared with those of another way. */
  long checks() {
    return checks;
  }

  private record Place(int position, int length) {}

  private Place[] places(int turn) {
    SplittableRandom random = new SplittableRandom(seed + turn);
    Place[] places = new Place[READS_OF_A_TURN];
    for (int i = 0; i < places.length; i++) {
      int length = random.nextInt(LEAST_BYTES, MOST_BYTES + 1);
      places[i] = new Place(random.nextInt(fileBytes - length), length);
    }
    return places;
  }

  private void write(Path file) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] chunk = new byte[CHUNK_BYTES];
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (long done = 0; done < fileBytes; done += CHUNK_BYTES) {
        random.nextBytes(chunk);
        ByteBuffer bytes = ByteBuffer.wrap(chunk, 0, (int) Math.min(CHUNK_BYTES, fileBytes - done));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      }
    }
  }

  private static List<List<String>> lines(List<Series> all) {
    double first = median(all.get(0).readNanos);
    double firstSum = median(all.get(0).sumNanos);
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("", "", "ns a read", "of the first", "ns with checksum", "of the first"));
    for (Series series : all) {
      double read = median(series.readNanos);
      double sum = median(series.sumNanos);
      lines.add(
          List.of(
              series.name,
              "",
              String.format(Locale.ROOT, "%,.0f", read),
              String.format(Locale.ROOT, "%.2f", read / first),
              String.format(Locale.ROOT, "%,.0f", sum),
              String.format(Locale.ROOT, "%.2f", sum / firstSum)));
    }
    return lines;
  }

  private static double median(double[] figures) {
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Opens a way for a turn. */
  private interface Opening {
    ReadWay open() throws IOException;
  }

  /** One way and what its turns took. */
  private final class Series {
    private final Opening opening;
    private final double[] readNanos = new double[turns];
    private final double[] sumNanos = new double[turns];
    private String name;

    Series(Opening opening) {
      this.opening = opening;
    }
  }
}
