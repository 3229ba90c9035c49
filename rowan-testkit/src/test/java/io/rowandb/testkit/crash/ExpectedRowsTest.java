package io.rowandb.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the auditor finds wrong with a bulk load, and what not. */
class ExpectedRowsTest {
  private static final List<List<RowChange>> PARTS =
      List.of(
          List.of(new RowChange("r1", true), new RowChange("r2", false)),
          List.of(new RowChange("r3", true)));

  @TempDir private Path directory;

  private final ExpectedRows expected = new ExpectedRows();

  /** Rows 1 and 2 are put with number 1; then a load puts 2 into rows 1 and 3 and deletes row 2. */
  private void load(boolean acknowledged) throws IOException {
    Path path = AckFile.path(directory, 1, 0);
    try (AckFile file = new AckFile(path)) {
      file.trying(1, List.of(new RowChange("r1", true), new RowChange("r2", true)));
      file.acknowledged();
      file.loading(2, PARTS);
      if (acknowledged) {
        file.acknowledged();
      }
    }
    expected.read(path);
  }

  private static Map<String, Long> found(long r1, long r2, long r3) {
    return Map.of("r1", r1, "r2", r2, "r3", r3);
  }

  @Test
  void anAcknowledgedLoadIsThereWhole() throws IOException {
    load(true);
    assertThat(expected.loads()).isEqualTo(1);
    assertThat(expected.open()).isEmpty();
    assertThat(expected.whyWrong("r1", 2)).isNull();
    assertThat(expected.whyWrong("r1", 1)).contains("row r1 has 1, not 2");
    assertThat(expected.whyWrong("r2", KilledRows.ABSENT)).isNull();
    assertThat(expected.whyWrong("r2", 1)).contains("row r2 has 1, not 0");
    assertThat(expected.whyWrong("r3", KilledRows.ABSENT)).contains("row r3 has 0, not 2");
  }

  @Test
  void eachPartOfALoadUnderWayIsThereWholeOrNotAtAll() throws IOException {
    load(false);
    assertThat(expected.loads()).isZero();
    assertThat(expected.open()).containsExactlyInAnyOrder("r1", "r2", "r3");
    assertThat(expected.loadUnderWay().count()).isEqualTo(2);
    for (Map<String, Long> whole :
        List.of(found(1, 1, 0), found(1, 1, 2), found(2, 0, 0), found(2, 0, 2))) {
      assertThat(expected.halves(whole)).as("%s", whole).isEmpty();
    }
    assertThat(expected.loadUnderWay().through(found(2, 0, 0))).isEqualTo(1);
    assertThat(expected.halves(found(2, 1, 0))).hasSize(1);
    assertThat(expected.halves(found(1, 0, 2))).hasSize(1);
    expected.observed("r1", 2);
    assertThat(expected.loadUnderWay().count()).isEqualTo(1);
    assertThat(expected.whyWrong("r1", 1)).contains("row r1 has 1, not 2");
  }
}
