package io.rowandb.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every record of the real files is understood, and gives as many different rows as other tools
 * count in them.
 */
@Tag("slow")
class RealFilesTest {
  private static Path data;

  @BeforeAll
  static void findData() {
    data = RealData.directoryOrSkip();
  }

  static Stream<Arguments> sets() {
    return Stream.of(
        Arguments.of(new WebPages("test"), 185 + 39_046, Map.of("web_pages", 36_593L)),
        Arguments.of(new HostNames("test"), 36_515 + 194_181, Map.of("host_names", 189_970L)),
        Arguments.of(new HiggsActivity("test"), 563_069, Map.of("activities", 563_069L)),
        Arguments.of(
            new WindowsEvents("test"),
            320_939,
            Map.of("windows_events", 320_939L, "windows_events_by_process", 296_551L)),
        Arguments.of(
            new BeijingAir("test"),
            210_384,
            Map.of("readings", 210_384L, "readings_bad_air", 455L)));
  }

  @ParameterizedTest
  @MethodSource("sets")
  void holdTheRecordsAndRowsExpected(DataSet set, int records, Map<String, Long> rows)
      throws IOException {
    RowTally tally = new RowTally(set);
    int read = 0;
    try (RecordReader reader = new RecordReader(set, Optional.of(data))) {
      for (SourceLine line = reader.next(); line != null; line = reader.next()) {
        set.convert(line, (table, put) -> tally.add(table, put.getRow()));
        read++;
      }
    }
    assertThat(read).isEqualTo(records);
    Map<String, Long> counted = new HashMap<>();
    tally.rows().forEach((table, count) -> counted.put(table.getQualifierAsString(), count));
    assertThat(counted).isEqualTo(rows);
  }
}
