package io.rowandb.engine.io;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others write into a file is seen, mapped or not. */
class OwnerRecordTest {
  @TempDir private Path directory;

  @Test
  void showsWhatIsThereNow() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "0123456789abcdef");
    try (OwnerRecord mapped = OwnerRecord.open(file, 16);
        OwnerRecord unmapped = OwnerRecord.unmapped(file, 16);
        RandomAccessFile other = new RandomAccessFile(file.toFile(), "rw")) {
      for (String text : new String[] {"0123456789abcdef", "fedcba9876543210"}) {
        other.seek(0);
        other.write(text.getBytes(US_ASCII));
        for (OwnerRecord record : new OwnerRecord[] {mapped, unmapped}) {
          assertThat(new String(record.bytes(), US_ASCII)).isEqualTo(text);
          assertThat(record.longAt(8)).isEqualTo(ByteBuffer.wrap(record.bytes()).getLong(8));
        }
      }
    }
  }
}
