package io.rowandb.systems.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScoreFileTest {
  private boolean closed;

  private List<ScoreEvent> read(String text) throws IOException {
    BufferedReader lines =
        new BufferedReader(new StringReader(text)) {
          @Override
          public void close() throws IOException {
            closed = true;
            super.close();
          }
        };
    try (Stream<ScoreEvent> events = ScoreFile.read("f.csv", lines)) {
      return events.toList();
    } finally {
      assertThat(closed).isTrue();
    }
  }

  @Test
  void readsScoresAndPoints() throws IOException {
    assertThat(
            read("\uFEFFplayer,score,time\nAnn B,5,2026-11-28T10:15:30.250Z\n\né,0,2026-11-28\n"))
        .containsExactly(
            ScoreEvent.score("Ann B", 5, Instant.parse("2026-11-28T10:15:30.250Z")),
            ScoreEvent.score("é", 0, Instant.parse("2026-11-28T00:00:00Z")));
    assertThat(read("player,points,time,id\nAnn,5,2026-11-28,goal 7"))
        .containsExactly(
            ScoreEvent.points("Ann", 5, Instant.parse("2026-11-28T00:00:00Z"), "goal 7"));
    assertThat(read("player,score,time\n")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,1               | not 3 values, but 2: a,1",
        "a,x,2026-11-28    | score is \"x\", not a whole number from 0 to",
        "a,-1,2026-11-28   | score -1 is not from 0 to",
        "a,1,yesterday     | time is \"yesterday\", not as 2026-11-28T10",
        "a,1,1969-12-31    | is not in a year from 1970 to 9999",
        ",1,2026-11-28     | player \"\" has 0 bytes",
      })
  void aWrongLineIsNamed(String line, String reason) {
    assertThatThrownBy(() -> read("player,score,time\nb,1,2026-11-28\n" + line + "\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("f.csv, line 3: ")
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource({"'', missing", "'player;score', 'player;score'"})
  void anotherFirstLineIsRefused(String text, String shown) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("f.csv: the first line is ")
        .hasMessageContaining(shown)
        .hasMessageContaining("player,points,time,id");
  }
}
