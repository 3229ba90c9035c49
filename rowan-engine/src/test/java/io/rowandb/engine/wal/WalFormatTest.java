package io.rowandb.engine.wal;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.io.CrashFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class WalFormatTest {
  /** The worked example of {@link WalFormat}: a new log, one forced entry, closed. */
  @Test
  void isWrittenAsTheDrawingSays() throws IOException {
    CrashFileSystem disk = new CrashFileSystem();
    Wal wal = LogFixture.open(disk);
    wal.append(3, java.util.List.of(LogFixture.put("r", "v")));
    wal.sync(1, Durability.SYNC_WAL);
    wal.close();
    String expected =
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
    byte[] bytes = disk.get(LogFixture.DIRECTORY.resolve("000000000001.log"));
    assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(expected.replaceAll("\\s", ""));
  }

  @Test
  void namesSortAsNumbers() {
    assertThat(WalFormat.name(17)).isEqualTo("000000000017.log");
    assertThat(WalFormat.number(Path.of("/a/000000000017.log"))).isEqualTo(17);
    assertThat(WalFormat.number(Path.of("/a/17.log"))).isEqualTo(-1);
    assertThat(WalFormat.number(Path.of("/a/000000000017.txt"))).isEqualTo(-1);
  }
}
