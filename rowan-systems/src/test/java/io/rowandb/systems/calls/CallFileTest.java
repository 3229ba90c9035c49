package io.rowandb.systems.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        "1,2011-07-03T10:15:30,2,true,5,,   | time is \"2011-07-03T10:15:30\", not as 2011-07-03T",
        "x,2011-07-03T10:15:30Z,2,true,5,,  | phone is \"x\", not a whole number up to 99999999999",
        "1,2011-07-03T10:15:30Z,,true,5,,   | peer is \"\", not a whole number",
        "1,2011-07-03T10:15:30Z,2,true,5,3, | cell is \"\", not a whole number up to 65535",
        "1,2011-07-03T10:15:30Z,2,true,5,65536,1 | area is \"65536\", not a whole number",
        "1,2011-07-03T10:15:30Z,2,true,5    | not 7 values, but 5",
        "1,2011-07-03T10:15:30Z,2,true,2147483648,, | seconds is \"2147483648\"",
        "1,2011-07-03T10:15:30Z,2,true,-7,, | seconds -7",
        "x                                  | not 7 values, but 1"
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

  /** As Excel and Windows write them. */
  @Test
  void aMarkAtTheBeginningAndEmptyLinesAreNoValues() throws IOException {
    assertThat(read("\uFEFFtimestamp,from,to,duration\r", "", "1,1,2,5\r", "")).hasSize(2);
  }

  @Test
  void aLineThatIsAWholeFileIsShownInPart() {
    assertThatThrownBy(() -> read("x".repeat(100_000)))
        .hasMessageContaining("x".repeat(200) + " …")
        .message()
        .hasSizeLessThan(500);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "timestamp,from,to,duration\n1,2,3,4\n"})
  void aFileThatCannotBeReadIsNamed(String begin) {
    byte[] bytes = (begin + "\u00ff").getBytes(StandardCharsets.ISO_8859_1);
    BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new ByteArrayInputStream(bytes), StandardCharsets.UTF_8.newDecoder()));
    assertThatThrownBy(
            () -> {
              try (Stream<CallRecord> records = CallFile.read("f.csv", reader, EPOCH)) {
                assertThat(records).isEmpty();
              }
            })
        .hasStackTraceContaining("f.csv is no text in UTF-8");
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
