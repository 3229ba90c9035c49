package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.RowCondition;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Puts behind a condition on a counter that is ahead of the clock: they take its time, so that it
 * does not hide them, and hide nothing themselves that is written later. The clock stands, or goes
 * on at each look while a write is to wait.
 */
class CheckedPutsAheadTest extends TimesAheadTrial {
  private static final int MANY = 1_200;

  @ParameterizedTest
  @ValueSource(strings = {"one:d", "three:d"})
  void aPutAfterItIsSeen(String column) throws IOException {
    count("one:q", MANY);
    assertThat(checked(put("r", column + "=old"), "one:q")).isTrue();
    assertThat(aheadMillis(column)).isEqualTo(10);
    clock.goesOn(true);
    write(put("r", column + "=new"));
    assertThat(get(database, "r")).anyMatch(cell -> cell.endsWith("=new"));
  }

  @Test
  void noneIsLostInAFamilyOfSeveralVersions() throws IOException {
    count("one:q", MANY);
    assertThat(checked(put("r", "three:d=1"), "one:q")).isTrue();
    clock.goesOn(true);
    assertThat(checked(put("r", "three:d=2"), "one:q")).isTrue();
    write(put("r", "three:d=3"));
    assertThat(get(database, "r", 3))
        .filteredOn(cell -> cell.startsWith("three"))
        .map(cell -> cell.substring(cell.indexOf('=')))
        .containsExactly("=3", "=2", "=1");
  }

  @Test
  void aDeleteAfterItDeletes() throws IOException {
    count("one:q", MANY);
    assertThat(checked(put("r", "one:d=old"), "one:q")).isTrue();
    clock.goesOn(true);
    write(deleteOf("r"));
    assertThat(get(database, "r")).isEmpty();
  }

  @Test
  void aCounterThatItBeganStaysNearTheClock() throws IOException {
    count("one:q", MANY);
    assertThat(checked(put("r", "one:d=\0\0\0\0\0\0\0\1"), "one:q")).isTrue();
    count("one:d", MANY);
    assertThat(aheadMillis("one:d")).isEqualTo(10);
    clock.goesOn(true);
    write(put("r", "one:d=new"));
    assertThat(get(database, "r")).anyMatch(cell -> cell.endsWith("=new"));
  }

  /** As in HBase: the put is not hidden by the program's time, and hides what follows. */
  @Test
  void aTimeThatAProgramGaveFarAheadIsNotWaitedFor() throws IOException {
    write(putAt(clock.millis() + 2_000, "r", "one:q=x"));
    assertThat(checked(put("r", "one:q=y"), "one:q")).isTrue();
    long before = clock.millis();
    write(put("r", "one:q=z"));
    assertThat(get(database, "r")).containsExactly("one:q@" + (before + 2_000) + "=y");
    assertThat(clock.millis()).as("nothing waited").isEqualTo(before);
  }

  private boolean checked(RowMutation mutation, String column) throws IOException {
    String[] names = column.split(":", -1);
    ScanSpec get =
        ScanSpec.get(bytes("r")).family(bytes(names[0]), new byte[][] {bytes(names[1])}).build();
    RowCondition exists =
        new RowCondition() {
          @Override
          public ScanSpec read() {
            return get;
          }

          @Override
          public boolean test(CellBatch cells) {
            return !cells.isEmpty();
          }
        };
    return region(database, "r").update(List.of(mutation), exists, new CellBatch());
  }
}
