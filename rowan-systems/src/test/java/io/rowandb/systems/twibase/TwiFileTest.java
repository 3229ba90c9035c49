package io.rowandb.systems.twibase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.systems.twibase.TwiEvent.Followed;
import io.rowandb.systems.twibase.TwiEvent.Joined;
import io.rowandb.systems.twibase.TwiEvent.Posted;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What lines say, and what is wrong with them. */
class TwiFileTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private static List<TwiEvent> read(String text) throws IOException {
    try (Stream<TwiEvent> events =
        TwiFile.read("x.csv", new BufferedReader(new StringReader(text)))) {
      return events.toList();
    }
  }

  @Test
  void eachKindOfLinesIsRead() throws IOException {
    assertThat(read("name,nickname,email\nann,Ann,ann@example.org\nben,本,\n"))
        .containsExactly(
            new Joined("ann", "Ann", "ann@example.org", Instant.EPOCH),
            new Joined("ben", "本", "", Instant.EPOCH));
    assertThat(read("\uFEFFfollower,followed\r\nann,ben\r\n\r\n"))
        .containsExactly(new Followed("ann", "ben", Instant.EPOCH));
    assertThat(read("follower,followed,time\nann,ben,2026-01-01T12:00:00Z\n"))
        .containsExactly(new Followed("ann", "ben", NOON));
    assertThat(read("author,time,text\nann,2026-01-01T12:00:00Z,one, two, and three\n"))
        .containsExactly(new Posted("ann", "one, two, and three", NOON));
    assertThat(read("# a graph\n# From To\n0\t1\n0\t0\n1 0\n"))
        .containsExactly(
            new Followed("0", "1", Instant.EPOCH), new Followed("1", "0", Instant.EPOCH));
    assertThat(read("")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,b|x.csv, line 1: the first line is 'a,b', and neither",
        "follower,followed;ann|x.csv, line 2: 'ann' has 1 fields of 2",
        "follower,followed;Ann,ben|x.csv, line 2: name 'Ann': from 1 to 30 of a-z, 0-9 and _",
        "author,time,text;ann,noon,x|x.csv, line 2: Text 'noon' could not be parsed",
      })
  void aWrongLineIsNamed(String lines, String message) {
    assertThatThrownBy(() -> read(lines.replace(';', '\n')))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void aReadThatFailsNamesTheFile() {
    Reader broken =
        new Reader() {
          @Override
          public int read(char[] buffer, int offset, int length) throws IOException {
            throw new IOException("no medium");
          }

          @Override
          public void close() {
            // Nothing is open.
          }
        };
    assertThatThrownBy(() -> TwiFile.read("x.csv", new BufferedReader(broken)))
        .isInstanceOf(IOException.class)
        .hasMessage("x.csv: no medium");
  }
}
