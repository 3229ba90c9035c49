package io.rowandb.engine.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Ends of files that look like many frames: the search finds what proves, and takes its time. */
class ProvingFramesTest {
  private static final Path FILE = Path.of("/file");
  private static final String MAGIC = "ROWANXYZ";
  private static final byte[] START = FrameFormat.start(MAGIC, 1, new byte[] {1, 2, 3});

  /** What follows the start: a frame that does not count, and then anything. */
  private static final class End {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    End() {
      bytes.writeBytes(START);
      bytes.writeBytes(new byte[FrameFormat.FRAME_BYTES]);
    }

    int size() {
      return bytes.size();
    }

    /** The head of a frame of so many bytes whose checksum hardly holds. */
    void addHead(int payloadBytes, long forced) {
      byte[] head = new byte[FrameFormat.FRAME_BYTES];
      ByteWriter.putInt(head, 0, 0xBAD00BAD);
      ByteWriter.putInt(head, FrameFormat.LENGTH_OFFSET, payloadBytes);
      ByteWriter.putLong(head, FrameFormat.FORCED_OFFSET, forced);
      bytes.writeBytes(head);
    }

    void addFrame(byte[] payload, long forced) {
      byte[] frame = new byte[FrameFormat.FRAME_BYTES + payload.length];
      System.arraycopy(payload, 0, frame, FrameFormat.FRAME_BYTES, payload.length);
      FrameFormat.seal(START).seal(frame, 0, payload.length, forced);
      bytes.writeBytes(frame);
    }
  }

  private static long read(byte[] bytes) throws IOException {
    return read(bytes, Long.MAX_VALUE);
  }

  /** Reads to the last frame that counts; returns how many bytes were read of the file. */
  private static long read(byte[] bytes, long most) throws IOException {
    CrashFileSystem disk = new CrashFileSystem();
    disk.put(FILE, bytes);
    AtomicLong read = new AtomicLong();
    WatchedReads watched = new WatchedReads(disk);
    watched.watch(
        (path, position, length) ->
            assertThat(read.addAndGet(length))
                .as("bytes read of %d", bytes.length)
                .isLessThanOrEqualTo(most));
    try (FrameReader reader = FrameReader.open(watched, FILE, MAGIC, 1)) {
      assertThat(reader.next()).isFalse();
      assertThat(reader.position()).isEqualTo(START.length);
    }
    return read.get();
  }

  @Test
  void theWorkGrowsWithTheBytesNotTheirSquare() throws IOException {
    for (int mebibytes = 1; mebibytes <= 4; mebibytes *= 2) {
      int size = mebibytes << 20;
      End end = new End();
      while (end.size() + FrameFormat.FRAME_BYTES <= size) {
        // No frame is read with the one before it.
        end.addHead((size - end.size()) / 2, START.length + 1);
      }
      assertThat(read(end.bytes.toByteArray(), 4L * size)).isGreaterThan(size);
    }
  }

  /** Every third byte begins a head: in several groups, none of which has many. */
  @Test
  void theWorkStaysSmallWhereHeadsOverlap() throws IOException {
    byte[] bytes = new byte[2 << 20];
    System.arraycopy(START, 0, bytes, 0, START.length);
    for (int i = START.length + FrameFormat.FRAME_BYTES; i < bytes.length; i += 8) {
      bytes[i] = 1;
    }
    assertThat(read(bytes, 40L * bytes.length)).isGreaterThan(bytes.length);
  }

  @Test
  void findsWhatChecksummingEachFrameFinds() throws IOException {
    long seed = Long.getLong("rowan.seed", 1);
    Random random = new Random(seed);
    int proofs = 0;
    for (int file = 0; file < 300; file++) {
      byte[] bytes = randomEnd(random);
      boolean proven = isProven(bytes);
      proofs += proven ? 1 : 0;
      if (proven) {
        assertThatThrownBy(() -> read(bytes))
            .as("seed %d, file %d", seed, file)
            .isInstanceOf(CorruptFileException.class)
            .hasMessageContaining("proves that it was forced");
      } else {
        assertThat(read(bytes)).as("seed %d, file %d", seed, file).isPositive();
      }
    }
    assertThat(proofs).isBetween(50, 250);
  }

  private static byte[] randomEnd(Random random) {
    End end = new End();
    int parts = random.nextInt(30);
    for (int i = 0; i < parts; i++) {
      long forced = random.nextInt(4) == 0 ? 0 : START.length + random.nextInt(end.size());
      byte[] payload = new byte[random.nextInt(100) * random.nextInt(100)];
      random.nextBytes(payload);
      switch (random.nextInt(12)) {
        case 0 -> end.addFrame(payload, forced);
        case 1, 2 -> end.bytes.writeBytes(payload);
        default -> end.addHead(random.nextInt(2_000) - 10, forced);
      }
    }
    byte[] bytes = end.bytes.toByteArray();
    return random.nextInt(3) == 0 ? Arrays.copyOf(bytes, bytes.length - random.nextInt(16)) : bytes;
  }

  /** By the words of {@link FrameFormat}: each place is tried, each frame checksummed. */
  private static boolean isProven(byte[] bytes) {
    FrameSeal seal = FrameFormat.seal(START);
    for (int at = START.length + 1; at <= bytes.length - FrameFormat.FRAME_BYTES; at++) {
      int length = ByteReader.getInt(bytes, at + FrameFormat.LENGTH_OFFSET);
      long forced = ByteReader.getLong(bytes, at + FrameFormat.FORCED_OFFSET);
      if (length >= 0
          && length <= bytes.length - at - FrameFormat.FRAME_BYTES
          && forced > START.length
          && forced <= at
          && seal.holds(bytes, at, length)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void checksumsOfNeighboursMakeThatOfBoth() {
    Random random = new Random(3);
    for (int length : new int[] {0, 1, 2, 127, 128, 129, 16_383, 16_384, 3_000_000}) {
      byte[] bytes = new byte[100 + length];
      random.nextBytes(bytes);
      int together = Crc32cShift.shift(crc(bytes, 0, 100), length) ^ crc(bytes, 100, length);
      assertThat(together).as("%d bytes", length).isEqualTo(crc(bytes, 0, bytes.length));
    }
  }

  private static int crc(byte[] bytes, int offset, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, offset, length);
    return (int) checksum.getValue();
  }
}
