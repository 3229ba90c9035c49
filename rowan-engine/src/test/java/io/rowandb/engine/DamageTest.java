package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.CrashFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A byte on disk is not what it was: an error that names the place, never a wrong answer. */
class DamageTest {
  private final ManualClock clock = new ManualClock();

  @Test
  void aDamagedBlockHidesNothingElse() throws IOException {
    CrashFileSystem disk = new CrashFileSystem();
    Database database = open(disk);
    database.createTable(table(TABLE, family("f", "BLOCKSIZE", "1024")), List.of());
    int rows = 300;
    for (int i = 0; i < rows; i++) {
      region(database, "r").write(putAt(i, row(i), "f:q=" + "x".repeat(100)));
    }
    database.close();
    Path file = files(disk, DIRECTORY.resolve("data")).stream().findFirst().orElseThrow();
    int at = disk.get(file).length / 2;
    disk.flip(file, at, 0x10);
    try (Database reopened = open(disk)) {
      int damaged = 0;
      for (int i = 0; i < rows; i++) {
        String row = row(i);
        try {
          assertThat(get(reopened, row)).hasSize(1);
        } catch (CorruptFileException e) {
          damaged++;
          assertThat(e.file()).isEqualTo(file);
          assertThat(e.offset()).isBetween(at - 1_400L, (long) at);
          assertThat(e).hasMessageContaining(file.toString());
        }
      }
      assertThat(damaged).as("rows of one block").isBetween(1, 12);
      assertThatThrownBy(() -> scan(reopened)).isInstanceOf(CorruptFileException.class);
      assertThatThrownBy(() -> reopened.compact(TABLE, "f", true))
          .isInstanceOf(CorruptFileException.class);
      assertThat(reopened.stats().storeFiles()).as("the damaged file stays").isEqualTo(1);
      region(reopened, "r").write(putAt(9, "r9", "f:q=new"));
      assertThat(get(reopened, "r9")).as("writing goes on").containsExactly("f:q@9=new");
      reopened.flush(TABLE);
      assertThat(get(reopened, row(0))).hasSize(1);
    }
  }

  private static String row(int i) {
    return String.format("%04d", i);
  }

  private static List<Path> files(CrashFileSystem disk, Path directory) {
    List<Path> files = new ArrayList<>();
    for (Path entry : disk.list(directory)) {
      if (disk.isDirectory(entry)) {
        files.addAll(files(disk, entry));
      } else {
        files.add(entry);
      }
    }
    return files;
  }

  private Database open(CrashFileSystem disk) throws IOException {
    // what is damaged here on purpose is not to be found once more when the database is closed
    return Database.open(serial(disk, clock).checkedOnClose(false).build());
  }
}
