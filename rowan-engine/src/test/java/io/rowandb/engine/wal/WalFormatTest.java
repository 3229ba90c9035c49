package io.rowandb.engine.wal;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.CrashFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class WalFormatTest {
  private static final Path FIRST = LogFixture.DIRECTORY.resolve("000000000001.log");

  private final CrashFileSystem disk = new CrashFileSystem();

  /** The worked example of {@link WalFormat}: a new segment, an entry and a mark. */
  @Test
  void isWrittenAsTheDrawingSays() throws IOException {
    disk.createDirectories(LogFixture.DIRECTORY);
    WalFormat.Header header = new WalFormat.Header(1, 1, 0, 0x1234, 0);
    WalSegment segment =
        new WalSegment(disk, LogFixture.DIRECTORY, header, new WalOptions(1 << 20, 7, 0, false));
    WalBuffer entries = new WalBuffer();
    RowMutation put = LogFixture.put("r", "v");
    entries.add(segment.seal(), 1, 3, List.of(put), put.limit(), segment.forcedBytes());
    entries.addMark(segment.seal(), segment.forcedBytes() + entries.limit());
    segment.begin(() -> {});
    segment.write(entries.bytes(), 0, entries.limit());
    segment.close();
    String expected =
        """
        524f57414e4c4f47 00000002
        e2d0aa69 00000028 0000000000000000
          0000000000000001 0000000000000001 0000000000000000
          0000000000001234 0000000000000000
        08736f49 0000002c 0000000000000044
          0000000000000001 0000000000000003
          00000018
            0000000f 00000001 0001 72 01 66 71 0000000000000007 04 76
        4b46244c 00000000 0000000000000080
        """;
    assertThat(HexFormat.of().formatHex(disk.get(FIRST))).isEqualTo(expected.replaceAll("\\s", ""));
    assertThat(LogFixture.read(disk)).containsExactly("1/3 r=v");
  }

  /** A log of the first version, without identities, is read and gone on with. */
  @Test
  void readsTheFirstVersion() throws IOException {
    String first =
        """
        524f57414e4c4f47 00000001
        2ac04b64 00000018 0000000000000000
          0000000000000001 0000000000000001 0000000000000000
        01ab1024 0000002c 0000000000000034
          0000000000000001 0000000000000003
          00000018
            0000000f 00000001 0001 72 01 66 71 0000000000000007 04 76
        7038aa34 00000000 0000000000000070
        """;
    disk.createDirectories(LogFixture.DIRECTORY);
    disk.put(FIRST, HexFormat.of().parseHex(first.replaceAll("\\s", "")));
    WalExtent known = WalExtent.of(1, 1, WalFormat.FIRST_START_BYTES, 0);
    WalReplay.replay(disk, LogFixture.DIRECTORY, known, (s, r, b, o, l) -> {});
    try (Wal wal = LogFixture.open(disk)) {
      LogFixture.write(wal, "s", Durability.FSYNC_WAL);
    }
    assertThat(LogFixture.read(disk)).containsExactly("1/3 r=v", "2/1 s=v");
    assertThat(disk.list(LogFixture.DIRECTORY)).hasSize(2);
  }

  @Test
  void namesSortAsNumbers() {
    assertThat(WalFormat.name(17)).isEqualTo("000000000017.log");
    assertThat(WalFormat.number(Path.of("/a/000000000017.log"))).isEqualTo(17);
    assertThat(WalFormat.number(Path.of("/a/17.log"))).isEqualTo(-1);
    assertThat(WalFormat.number(Path.of("/a/000000000017.txt"))).isEqualTo(-1);
  }
}
