package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RefusedException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is left when a split, a merge or a truncation fails, or the process dies after it. */
class RegroupingFailureTest extends RegroupedTable {
  @Test
  void theLogOfTheParentIsNotReadAgain() throws IOException {
    write(0, ROWS, "old");
    database.splitRegion(name(0), bytes(row(200)));
    write(0, 10, "new");
    Database dead = database;
    MemoryFileSystem copy = new MemoryFileSystem();
    copyAll(Path.of("/"), copy);
    database = Database.open(serial(copy, clock).build());
    assertThat(database.stats().recoveredEntries()).isEqualTo(ROWS + 10L);
    List<String> expected = cells(0, 10, "new");
    expected.addAll(cells(10, ROWS, "old"));
    assertThat(scan(database)).isEqualTo(expected);
    assertThat(database.stats().memStoreBytes()).isLessThan(200_000);
    dead.close();
  }

  @Test
  void aTruncatedRegionStaysSoWhenTheLogIsReadAgain() throws IOException {
    database.splitRegion(name(0), bytes(row(200)));
    write(0, ROWS, "old");
    database.truncateRegion(name(0));
    write(0, 10, "new");
    MemoryFileSystem copy = new MemoryFileSystem();
    copyAll(Path.of("/"), copy);
    Database dead = database;
    database = Database.open(serial(copy, clock).build());
    List<String> expected = cells(0, 10, "new");
    expected.addAll(cells(200, ROWS, "old"));
    assertThat(scan(database)).isEqualTo(expected);
    dead.close();
  }

  @Test
  void aTruncationThatFailsLeavesTheRegionAsItWas() throws IOException {
    write(0, ROWS, "v");
    String before = name(0);
    files.failAt("create", 1);
    assertThatThrownBy(() -> database.truncateRegion(before)).isInstanceOf(IOException.class);
    assertThat(name(0)).isEqualTo(before);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
    database.truncateRegion(before);
    assertThat(scan(database)).isEmpty();
  }

  @Test
  void aSplitThatFailsLeavesTheParentAsItWas() throws IOException {
    write(0, ROWS, "v");
    database.flush(TABLE);
    List<String> before = storeFiles();
    for (int calls = 1; calls <= 4; calls++) {
      files.failAt("link", calls);
      assertThatThrownBy(() -> database.splitRegion(name(0), bytes(row(200))))
          .isInstanceOf(IOException.class);
      assertThat(regions()).hasSize(1);
      assertThat(storeFiles()).isEqualTo(before);
      write(0, 1, "v");
      database.flush(TABLE);
      database.compact(TABLE, null, true);
      before = storeFiles();
    }
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
    database.splitRegion(name(0), bytes(row(200)));
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
  }

  @Test
  void afterAnUncertainSplitNothingIsWrittenAndNothingLost() throws IOException {
    try (Quiet quiet = new Quiet()) {
      assertThat(quiet).isNotNull();
      write(0, ROWS, "v");
      database.flush(TABLE);
      files.failAt("force", 1);
      assertThatThrownBy(() -> database.splitRegion(name(0), bytes(row(200))))
          .isInstanceOf(IOException.class);
      assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
      assertRefused(
          Reason.REGION_CLOSED,
          "takes no writes until the database is opened again",
          () -> write(0, 1, "lost"));
      assertThatThrownBy(() -> database.disableTable(TABLE)).isInstanceOf(IOException.class);
      assertRefused(
          Reason.REGION_CLOSED,
          "takes no writes until the database is opened again",
          () -> write(0, 1, "lost"));
      reopen();
      assertThat(regions()).hasSize(2);
      assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
      write(0, 1, "v");
    }
  }

  /** Who stands between makes the new regions' views; what it throws comes before the record. */
  @Test
  void aSplitThatCannotBeShownLeavesTheParentAsItWas() throws IOException {
    write(0, ROWS, "v");
    database.interpose(
        (table, region) -> {
          if (region.info().range().startKey().length > 0) {
            throw new OutOfMemoryError("injected");
          }
          return region;
        });
    assertThatThrownBy(() -> database.splitRegion(name(0), bytes(row(200))))
        .isInstanceOf(OutOfMemoryError.class);
    database.interpose((table, region) -> region);
    write(0, ROWS, "later");
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "later"));
    database.discard();
    database = Database.open(options().build());
    assertThat(regions()).hasSize(1);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "later"));
  }
}
