package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.FileSystem;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Regions are opened right behind counters that ran ahead of the clock, and behind deletes of the
 * same millisecond, by every way there is. What is written then is not hidden. The clock stands
 * until a write is to wait, and then goes on at each look.
 */
class OpenedRegionTimesTest extends TimesAheadTrial {
  private static final int MANY = 300;

  /** How the row comes into a region that knows nothing of what was written before. */
  enum Opening {
    ENABLED,
    OPENED_AGAIN,
    OPENED_AFTER_A_DEATH,
    FLUSHED_AND_OPENED_AFTER_A_DEATH,
    RESTORED,
    SPLIT,
    SPLIT_AND_ENABLED
  }

  private final CrashFileSystem disk = new CrashFileSystem();

  @Override
  FileSystem disk() {
    return disk;
  }

  @Test
  void aCounterIsTenMillisecondsAheadAtMost() throws IOException {
    count("one:q", MANY);
    assertThat(aheadMillis("one:q")).isEqualTo(10);
  }

  @ParameterizedTest
  @EnumSource
  void aPutBehindACounterIsSeen(Opening opening) throws IOException {
    count("one:q", MANY);
    openAnew(opening);
    clock.goesOn(true);
    write(put("r", "one:q=seen"));
    assertThat(get(database, "r")).singleElement().asString().endsWith("=seen");
  }

  @ParameterizedTest
  @EnumSource
  void aDeleteBehindACounterDeletes(Opening opening) throws IOException {
    count("one:q", MANY);
    openAnew(opening);
    clock.goesOn(true);
    write(deleteOf("r"));
    assertThat(get(database, "r")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aCounterBehindACounterStaysNearTheClock(Opening opening) throws IOException {
    count("one:q", MANY);
    openAnew(opening);
    clock.goesOn(true);
    count("one:q", 1);
    clock.goesOn(false);
    count("one:q", MANY);
    assertThat(aheadMillis("one:q")).isEqualTo(10);
  }

  @ParameterizedTest
  @EnumSource
  void aPutBehindADeleteOfTheSameMillisecondIsSeen(Opening opening) throws IOException {
    write(put("r", "one:q=old"));
    write(deleteOf("r"));
    openAnew(opening);
    clock.goesOnAfterOneLook();
    write(put("r", "one:q=seen"));
    assertThat(get(database, "r")).singleElement().asString().endsWith("=seen");
  }

  @ParameterizedTest
  @EnumSource
  void aTimeThatAProgramGaveFarAheadIsNotWaitedFor(Opening opening) throws IOException {
    long before = clock.millis();
    write(putAt(before + 100_000, "r", "one:q=far"));
    openAnew(opening);
    clock.goesOn(true);
    write(put("r", "one:q=hidden"));
    clock.goesOn(false);
    assertThat(clock.millis() - before).isLessThan(20);
    assertThat(get(database, "r")).containsExactly("one:q@" + (before + 100_000) + "=far");
  }

  @Test
  void whatIsLongPastIsNotWaitedFor() throws IOException {
    count("one:q", MANY);
    clock.advance(11);
    openAnew(Opening.ENABLED);
    long before = clock.millis();
    write(put("r", "one:q=seen"));
    clock.goesOn(true);
    assertThat(get(database, "r")).containsExactly("one:q@" + before + "=seen");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCloneIsNoExceptionAndNorIsAMerge(boolean merged) throws IOException {
    count("one:q", MANY);
    TableName table = merged ? TABLE : TableName.of("clone");
    if (merged) {
      split();
      database.mergeRegions(
          database.table(TABLE).regions().stream().map(it -> it.info().encodedName()).toList());
    } else {
      database.takeSnapshot(snapshot("s", TABLE), true);
      database.cloneSnapshot("s", table);
    }
    clock.goesOn(true);
    database.table(table).locate(bytes("r")).write(put("r", "one:q=seen"));
    assertThat(scan(database, table)).singleElement().asString().endsWith("=seen");
  }

  private void openAnew(Opening opening) throws IOException {
    switch (opening) {
      case ENABLED -> enableAgain();
      case OPENED_AGAIN -> {
        database.close();
        database = Database.open(serial(disk, clock).build());
      }
      case OPENED_AFTER_A_DEATH -> die();
      case FLUSHED_AND_OPENED_AFTER_A_DEATH -> {
        database.flush(TABLE);
        die();
      }
      case RESTORED -> {
        database.takeSnapshot(snapshot("s", TABLE), true);
        database.disableTable(TABLE);
        database.restoreSnapshot("s");
        database.enableTable(TABLE);
      }
      case SPLIT -> split();
      case SPLIT_AND_ENABLED -> {
        split();
        enableAgain();
      }
    }
  }

  private void enableAgain() throws IOException {
    database.disableTable(TABLE);
    database.enableTable(TABLE);
  }

  private void split() throws IOException {
    database.splitRegion(region(database, "r").info().encodedName(), bytes("m"));
  }

  private void die() throws IOException {
    FileSystem left = disk.afterProcessDeath();
    database.close();
    database = Database.open(serial(left, clock).build());
  }
}
