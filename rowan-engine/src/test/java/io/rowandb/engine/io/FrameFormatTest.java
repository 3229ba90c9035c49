package io.rowandb.engine.io;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameFormatTest {
  private static final Path FILE = Path.of("/file");
  private static final byte[] START = FrameFormat.start("EXAMPLE!", 1, "head".getBytes(US_ASCII));

  private final CrashFileSystem disk = new CrashFileSystem();

  private static byte[] frame(String payload, long forced) {
    byte[] frame = new byte[FrameFormat.FRAME_BYTES + payload.length()];
    System.arraycopy(
        payload.getBytes(US_ASCII), 0, frame, FrameFormat.FRAME_BYTES, payload.length());
    FrameFormat.seal(START).seal(frame, 0, payload.length(), forced);
    return frame;
  }

  private static byte[] join(byte[]... parts) {
    byte[] all = new byte[Arrays.stream(parts).mapToInt(part -> part.length).sum()];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  private List<String> read(byte[] bytes) throws IOException {
    disk.put(FILE, bytes);
    List<String> payloads = new ArrayList<>();
    try (FrameReader reader = FrameReader.open(disk, FILE, "EXAMPLE!", 1)) {
      while (reader.next()) {
        payloads.add(
            new String(reader.payload(), reader.payloadOffset(), reader.payloadBytes(), US_ASCII));
      }
      assertThat(reader.position() + reader.tornBytes()).isEqualTo(bytes.length);
    }
    return payloads;
  }

  /** A creation that a loss of power undid; other beginnings are other files. */
  @Test
  void zerosFromSomewhereInTheMagicOnAreDamage() {
    for (int same = 0; same < 8; same++) {
      byte[] bytes = Arrays.copyOf(Arrays.copyOf(START, same), START.length);
      assertThatThrownBy(() -> read(bytes))
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining("zeros instead of the magic");
      bytes[7] = 'x';
      assertThatThrownBy(() -> read(bytes)).isInstanceOf(WrongKindException.class);
    }
  }

  /** The worked example of {@link FrameFormat}. */
  @Test
  void isWrittenAsTheDrawingSays() throws IOException {
    byte[] bytes = join(START, frame("one", 32), frame("", 51));
    String expected =
        """
        4558414d504c4521 00000001
        22541f15 00000004 0000000000000000 68656164
        bf1db24d 00000003 0000000000000020 6f6e65
        2a87100d 00000000 0000000000000033
        """;
    assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(expected.replaceAll("\\s", ""));
    assertThat(read(bytes)).containsExactly("one");
  }

  @Test
  void aBadFrameIsTheEndUnlessALaterOneProvesItWasForced() throws IOException {
    byte[] bad = frame("bad", 32);
    bad[17] ^= 1;
    assertThat(read(join(START, frame("one", 32), bad))).containsExactly("one");
    assertThat(read(join(START, frame("one", 32), bad, frame("two", 51)))).containsExactly("one");
    assertThatThrownBy(() -> read(join(START, frame("one", 32), bad, frame("two", 52))))
        .isInstanceOf(CorruptFileException.class)
        .hasMessage(
            "Damaged file /file at offset 51: checksum of a frame does not hold; the frame that ends"
                + " at 89 proves that it was forced");
  }

  @Test
  void aFrameOfAnotherFileDoesNotCount() throws IOException {
    byte[] other = FrameFormat.start("EXAMPLE!", 1, "HEAD".getBytes(US_ASCII));
    byte[] foreign = frame("one", 32);
    FrameFormat.seal(other).seal(foreign, 0, 3, 32);
    assertThat(read(join(START, foreign))).isEmpty();
  }

  @Test
  void noLengthIsBelieved() throws IOException {
    for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 28, 4}) {
      byte[] frame = frame("one", 32);
      ByteWriter.putInt(frame, FrameFormat.LENGTH_OFFSET, length);
      assertThat(read(join(START, frame("zero", 32), frame))).containsExactly("zero");
    }
  }

  @Test
  void framesLargerThanTheWindowAreRead() throws IOException {
    String large = "x".repeat(3_000_000);
    assertThat(read(join(START, frame("a", 32), frame(large, 32), frame("b", 32))))
        .containsExactly("a", large, "b");
  }

  @Test
  void aSealOfPartsIsTheSealOfTheWhole() {
    byte[] whole = frame("abcdef", 32);
    byte[] head = Arrays.copyOf(whole, FrameFormat.FRAME_BYTES + 2);
    FrameSeal seal = FrameFormat.seal(START);
    seal.begin(head, 0, 6, 2, 32);
    seal.add("cdef".getBytes(US_ASCII), 0, 4);
    seal.end(head, 0);
    assertThat(head).isEqualTo(Arrays.copyOf(whole, head.length));
  }
}
