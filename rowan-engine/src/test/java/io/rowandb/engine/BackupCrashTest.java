package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.snapshot;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.care.StoreBackup;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A backup stopped at every change of the disk, with links and with copies: the store is as it was,
 * and under the backup's name there is nothing or all. Prints how many moments that were.
 */
class BackupCrashTest {
  private static final Path BACKUP = Path.of("/backup");
  private static final int POWER_LOSSES = 2;

  @Tag("slow")
  @Test
  void aStoppedBackupLeavesTheStoreAloneAndNothingHalf() throws IOException {
    int whole = 0;
    int moments = 0;
    try (Quiet quiet = new Quiet()) {
      assertThat(quiet).isNotNull();
      for (boolean copy : new boolean[] {false, true}) {
        long first = prepared(new CrashFileSystem()).operations();
        CrashFileSystem undisturbed = prepared(new CrashFileSystem());
        StoreBackup.run(undisturbed, DIRECTORY, BACKUP, copy);
        for (long at = first + 1; at <= undisturbed.operations() + 1; at++) {
          CrashFileSystem disk = prepared(new CrashFileSystem());
          disk.crashAt(at);
          boolean done = false;
          try {
            StoreBackup.run(disk, DIRECTORY, BACKUP, copy);
            done = true;
          } catch (IOException e) {
            assertThat(e).hasMessageContaining("the machine is dead");
          }
          assertThat(done).isEqualTo(at > undisturbed.operations());
          String when = "crash at operation " + at + (copy ? " of copying" : " of linking");
          whole += check(disk.afterProcessDeath(), done, when);
          for (int seed = 0; seed < POWER_LOSSES; seed++) {
            whole += check(disk.afterPowerLoss(new Random(at * 31 + seed)), done, when);
          }
          moments += 1 + POWER_LOSSES;
        }
      }
    }
    System.out.println(
        "backups: " + moments + " crashes of a backup, " + whole + " after its last step");
    assertThat(moments).isGreaterThan(100);
    assertThat(whole).isBetween(1, moments / 2);
  }

  /** A store on a disk, half in files, that its process left without closing it. */
  private static CrashFileSystem prepared(CrashFileSystem disk) throws IOException {
    Database database = Database.open(serial(disk, new ManualClock()).build());
    database.createTable(table(TABLE, family("f"), family("g")), List.of(bytes("m")));
    for (String row : List.of("a", "z")) {
      region(database, row).write(put(row, "f:q=1", "g:q=2"));
    }
    database.takeSnapshot(snapshot("s", TABLE), true);
    region(database, "b").write(put("b", "f:q=3", "g:q=4"));
    database.tick(); // forces the log
    return disk;
  }

  /** Whether the backup is there; then it is whole. */
  private static int check(CrashFileSystem disk, boolean mustBeThere, String when)
      throws IOException {
    List<String> rows =
        List.of(
            "a/f:q@1000000=1",
            "a/g:q@1000000=2",
            "b/f:q@1000000=3",
            "b/g:q@1000000=4",
            "z/f:q@1000000=1",
            "z/g:q@1000000=2");
    boolean there = disk.exists(BACKUP);
    assertThat(there || !mustBeThere).as(when).isTrue();
    if (there) {
      try (Database backup =
          Database.open(
              DatabaseOptions.builder(BACKUP)
                  .fileSystem(disk)
                  .clock(new ManualClock())
                  .newStoreId(new java.util.UUID(1, 2))
                  .globalMemStoreBytes(256 << 20)
                  .blockCacheBytes(8 << 20)
                  .backgroundThreads(0)
                  .build())) {
        assertThat(scan(backup)).as(when).isEqualTo(rows);
        assertThat(backup.snapshots()).as(when).hasSize(1);
      }
    }
    try (Database store = Database.open(serial(disk, new ManualClock()).build())) {
      assertThat(scan(store)).as(when).isEqualTo(rows);
      if (!there) { // what was left does not stand in the way
        store.backup(BACKUP, false);
        assertThat(disk.exists(BACKUP)).isTrue();
      }
    }
    return there ? 1 : 0;
  }
}
