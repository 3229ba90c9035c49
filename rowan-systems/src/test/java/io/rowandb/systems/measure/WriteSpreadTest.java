package io.rowandb.systems.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The share of the busiest region. */
class WriteSpreadTest {
  private static final TableName ONE = TableName.valueOf("one");
  private static final TableName OTHER = TableName.valueOf("other");

  private static byte[] row(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] number(long number) {
    return row(String.format(Locale.ROOT, "%010d", number));
  }

  @Test
  void nothingWrittenHasNoRegion() {
    assertThat(new WriteSpread().busiestShare()).isZero();
  }

  @Test
  void aSingleWriteIsAll() {
    WriteSpread spread = new WriteSpread();
    spread.add(ONE, row(""));
    assertThat(spread.busiestShare()).isEqualTo(1);
  }

  @Test
  void rowsInTheirOrderAllGoToTheLastRegion() {
    WriteSpread spread = new WriteSpread();
    for (int i = 0; i < 10_000; i++) {
      spread.add(ONE, number(i));
    }
    assertThat(spread.busiestShare()).isEqualTo(1);
  }

  /** Each residue is one sixteenth of the numbers, and the newest writes have all of them. */
  @Test
  void rowsThatAreSpreadGoToAllRegionsAlike() {
    WriteSpread spread = new WriteSpread();
    for (int i = 0; i < 32_000; i++) {
      spread.add(ONE, row(i % WriteSpread.REGIONS + 10 + "|" + i / WriteSpread.REGIONS));
    }
    assertThat(spread.busiestShare()).isEqualTo(1.0 / WriteSpread.REGIONS, within(1e-9));
  }

  @Test
  void anotherTableHasItsOwnRegions() {
    WriteSpread spread = new WriteSpread();
    for (int i = 0; i < 10_000; i++) {
      spread.add(ONE, number(i));
      spread.add(OTHER, number(10_000 - i));
    }
    assertThat(spread.busiestShare()).as("half goes to each").isEqualTo(0.5, within(1e-9));
  }

  /** As a table that has fewer rows than regions: each may be one of its own. */
  @Test
  void fewRowsAreFewRegions() {
    WriteSpread spread = new WriteSpread();
    for (int i = 0; i < 8_000; i++) {
      spread.add(ONE, number(i % 8));
    }
    assertThat(spread.busiestShare()).isEqualTo(1.0 / 8, within(1e-9));
  }

  /** Of a table that is new among the newest writes nothing is known: it is one region. */
  @Test
  void aTableThatComesLastIsOneRegion() {
    WriteSpread spread = new WriteSpread();
    for (int i = 0; i < 100; i++) {
      spread.add(i < 95 ? ONE : OTHER, number(i * 7 % 100));
    }
    assertThat(spread.busiestShare()).isEqualTo(1);
  }

  @Tag("slow")
  @Test
  void ofManyWritesAPartTellsTheSame() {
    WriteSpread random = new WriteSpread();
    WriteSpread ordered = new WriteSpread();
    SplittableRandom numbers = new SplittableRandom(1);
    for (int i = 0; i < 300_001; i++) {
      random.add(ONE, number(numbers.nextLong(1_000_000_000)));
      ordered.add(ONE, number(i));
    }
    assertThat(random.writes()).isEqualTo(300_001);
    assertThat(random.busiestShare()).isBetween(1.0 / WriteSpread.REGIONS, 0.1);
    assertThat(ordered.busiestShare()).isEqualTo(1);
  }

  /** Rows may have 32,767 bytes; what is kept of them is short. */
  @Test
  void longRowsAreKeptShort() {
    WriteSpread spread = new WriteSpread();
    for (int i = 0; i < 32_768; i++) {
      byte[] row = new byte[Short.MAX_VALUE];
      row[0] = (byte) i;
      spread.add(ONE, row);
    }
    assertThat(spread.busiestShare()).isLessThan(0.08);
  }
}
