package io.rowandb.systems.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallFileTest {
  private static final Instant EPOCH = Instant.parse("2014-01-15T00:00:00Z");

  private static List<CallRecord> read(String... lines) throws IOException {
    BufferedReader reader = new BufferedReader(new StringReader(String.join("\n", lines)));
    try (Stream<CallRecord> records = CallFile.read("f.csv", reader, EPOCH)) {
      return records.toList();
    }
  }

  @Test
  void readsRecords() throws IOException {
    Instant time = Instant.parse("2011-07-03T10:15:30.250Z");
    assertThat(
            read(
                "phone,time,peer,outgoing,seconds,area,cell",
                "13900000001,2011-07-03T10:15:30.250Z,13900000002,true,61,7,8",
                "13900000002,2011-07-03T10:15:30.250Z,13900000001,false,-1,,"))
        .containsExactly(
            new CallRecord(13_900_000_001L, time, 13_900_000_002L, true, 61, 7, 8),
            new CallRecord(13_900_000_002L, time, 13_900_000_001L, false, -1, null, null));
    assertThat(read("phone,time,peer,outgoing,seconds", "1,2011-07-03T10:15:30.250Z,2,true,0"))
        .containsExactly(new CallRecord(1, time, 2, true, 0, null, null));
    assertThat(read("phone,time,peer,outgoing,seconds")).isEmpty();
  }

  @Test
  void readsCallsAsBothSides() throws IOException {
    Instant time = EPOCH.plusSeconds(184);
    assertThat(read("timestamp,from,to,duration", "184,300,301,121"))
        .containsExactly(
            new CallRecord(300, time, 301, true, 121, null, null),
            new CallRecord(301, time, 300, false, 121, null, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,2011-07-03T10:15:30Z,2,yes,5,,   | outgoing is \"yes\", not true or false",
        "1,2011-07-03 10:15,2,true,5,,      | could not be parsed",
        "x,2011-07-03T10:15:30Z,2,true,5,,  | For input string: \"x\"",
        "1,2011-07-03T10:15:30Z,2,true,5,3, | For input string: \"\"",
        "1,2011-07-03T10:15:30Z,2,true,5    | 5 values, not 7",
        "1,2011-07-03T10:15:30Z,2,true,-7,, | seconds -7",
        "x                                  | 1 values, not 7"
      })
  void aWrongLineIsNamed(String line, String reason) {
    assertThatThrownBy(
            () ->
                read(
                    "phone,time,peer,outgoing,seconds,area,cell",
                    "1,2011-07-03T10:15:30Z,2,true,5,,",
                    line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("f.csv, line 3: ")
        .hasMessageContaining(reason);
  }

  @Test
  void anotherFirstLineIsRefused() {
    assertThatThrownBy(() -> read("a,b,c"))
        .hasMessageStartingWith("f.csv: the first line is \"a,b,c\", not phone,time,peer,")
        .hasMessageEndingWith(" or timestamp,from,to,duration");
    assertThatThrownBy(CallFileTest::read)
        .hasMessageStartingWith("f.csv: the first line is missing, not phone,time,");
  }

  /** Milliseconds in the place of seconds are years that nobody has seen. */
  @Test
  void aTimeThatNoRecordHasIsNamedByItsLine() {
    assertThatThrownBy(() -> read("timestamp,from,to,duration", "1389744000000,1,2,5"))
        .hasMessageStartingWith("f.csv, line 2: time +46053-")
        .hasMessageEndingWith(": 1389744000000,1,2,5");
  }

  /** What who reads the records throws is not the file's fault. */
  @Test
  void aReadersOwnErrorNamesNoLine() {
    BufferedReader reader =
        new BufferedReader(new StringReader("timestamp,from,to,duration\n1,1,2,5"));
    assertThatThrownBy(
            () -> {
              try (Stream<CallRecord> records = CallFile.read("f.csv", reader, EPOCH)) {
                records.forEach(
                    record -> {
                      throw new IllegalArgumentException("mine");
                    });
              }
            })
        .hasMessage("mine");
  }

  @Test
  void closesAFileThatItRefuses() {
    AtomicBoolean closed = new AtomicBoolean();
    BufferedReader reader =
        new BufferedReader(new StringReader("no,such,line")) {
          @Override
          public void close() throws IOException {
            closed.set(true);
            super.close();
          }
        };
    assertThatThrownBy(() -> CallFile.read("f.csv", reader, EPOCH))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(closed).isTrue();
  }

  @Test
  void closesTheFile() throws IOException {
    AtomicBoolean closed = new AtomicBoolean();
    BufferedReader reader =
        new BufferedReader(new StringReader("timestamp,from,to,duration")) {
          @Override
          public void close() throws IOException {
            closed.set(true);
            super.close();
          }
        };
    CallFile.read("f.csv", reader, EPOCH).close();
    assertThat(closed).isTrue();
  }
}
