package io.rowandb.systems.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of lines, also of hostile ones. */
class LogLinesTest {
  private static final String HEADER = "group\ttime\tguid1\tguid2\tcode\tsource\ttext\n";
  private static final String TIME = "2020-06-10T02:50:56.537Z";
  private static final UUID GUID = UUID.fromString("6a910b9d-498a-5ee0-c903-000000000400");

  private static List<LogRecord> read(String text, String columns) throws IOException {
    BufferedReader reader = new BufferedReader(new StringReader(text));
    try (Stream<LogRecord> lines = LogLines.read("f.tsv", reader, LogLines.columns(columns))) {
      return lines.toList();
    }
  }

  @Test
  void valuesAreReadAndEmptyOnesAreNone() throws IOException {
    String text =
        HEADER
            + "web\t"
            + TIME
            + "\t{"
            + GUID
            + "}\t"
            + GUID
            + "\t13\tapp\thello, \"you\"\n\n"
            + "web\t"
            + TIME
            + "\t\t\t\t\t\n";
    assertThat(read(text, ""))
        .containsExactly(
            new LogRecord(
                0, 2, Instant.parse(TIME), "web", GUID, GUID, "13", "app", "hello, \"you\""),
            new LogRecord(0, 4, Instant.parse(TIME), "web", null, null, null, null, null));
  }

  @Test
  void columnsMayHaveOtherNamesAndOrders() throws IOException {
    String text = "\uFEFFid\tat\thost\tparent\n13\t" + TIME + "\tweb\t" + GUID + "\n";
    assertThat(read(text, "group=host,time=at,guid2=parent"))
        .containsExactly(
            new LogRecord(0, 2, Instant.parse(TIME), "web", null, GUID, null, null, null));
    assertThat(read("group\ttime\n", "")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "web~TIME~~~~~ ~x | not 7 values, but 8",
        "web | not 7 values, but 1",
        "~TIME~~~~~ | there is no group",
        "web~~~~~~ | time is \"\", not as 2020-06-10T02:50:56.537Z",
        "web~2020-06-10~~~~~ | time is \"2020-06-10\", not as 2020-06-10T02:50:56.537Z",
        "web~2020-02-30T00:00:00Z~~~~~ | time is \"2020-02-30T00:00:00Z\"",
        "web~2020-06-10T02:50:56.5371Z~~~~~ | has more than milliseconds",
        "web~+10000-01-01T00:00:00Z~~~~~ | is not in a year from 1970 to 9999",
        "web~TIME~12~~~~ | guid1 is \"12\", not as 123e4567-e89b-12d3-a456-426614174000",
        "web~TIME~1-1-1-1-1~~~~ | guid1 is \"1-1-1-1-1\"",
        "web~TIME~1123e4567-e89-12d3-a456-426614174000~~~~ | guid1 is \"1123e4567-e89-12d3-a456-426614174000\"",
        "web~TIME~~zzzzzzzz-498a-5ee0-c903-000000000400~~~ | guid2 is \"zzzzzzzz-",
        "web~TIME~~{6a910b9d-498a-5ee0-c903-000000000400~~~ | guid2 is \"{6a910b9d-",
      })
  void aWrongLineIsNamed(String line, String reason) {
    String wrong = line.replace('~', '\t').replace("TIME", TIME);
    String text = HEADER + "web\t" + TIME + "\t\t\t\t\t\n" + wrong + "\n";
    assertThatThrownBy(() -> read(text, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("f.tsv, line 3: ")
        .hasMessageContaining(reason)
        .hasMessageEndingWith(wrong);
  }

  @Test
  void longNamesAndLinesAreRefusedWithTheirBeginning() {
    String text = HEADER + "g".repeat(5_000) + "\t" + TIME + "\t\t\t\t\t\n";
    assertThatThrownBy(() -> read(text, ""))
        .hasMessage(
            "f.tsv, line 2: group has 5000 characters, not 1 to 100: " + "g".repeat(200) + " …");
  }

  @Test
  void longValuesAreShownByTheirBeginning() {
    String zeros = "0".repeat(5_000);
    assertThatThrownBy(() -> read(HEADER + "web\t" + zeros + "\t\t\t\t\t\n", ""))
        .hasMessageContaining("time is \"" + "0".repeat(200) + " …\", not as ")
        .hasMessageNotContaining("0".repeat(201));
    assertThatThrownBy(() -> LogLines.guid("--guid", zeros))
        .hasMessageContaining("--guid is \"" + "0".repeat(200) + " …\", not as ");
  }

  /** Otherwise a binary file would be read into memory as one line. */
  @Test
  void aLineWithoutAnEndIsRefused() throws IOException {
    String start = "web\t" + TIME + "\t\t\t\t\t";
    assertThatThrownBy(() -> readEndless(HEADER + start))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("f.tsv, line 2: it has more than 1000000 characters: web\t")
        .hasMessageEndingWith("x …");
    assertThatThrownBy(() -> readEndless("group\ttime"))
        .hasMessageStartingWith("f.tsv, line 1: it has more than 1000000 characters: group\t");
    String longest = start + "x".repeat(1_000_000 - start.length());
    assertThatThrownBy(() -> read(HEADER + longest + "\n", ""))
        .hasMessageStartingWith("f.tsv, line 2: text has more than 100000 characters");
    assertThatThrownBy(() -> read(HEADER + longest + "x\n", ""))
        .hasMessageStartingWith("f.tsv, line 2: it has more than 1000000 characters");
  }

  /** Reads a text after which ever more characters follow, and no end of line. */
  private static void readEndless(String text) throws IOException {
    StringReader beginning = new StringReader(text);
    AtomicLong more = new AtomicLong();
    Reader endless =
        new Reader() {
          @Override
          public int read(char[] into, int from, int count) throws IOException {
            int read = beginning.read(into, from, count);
            if (read > 0) {
              return read;
            }
            assertThat(more.addAndGet(count)).as("read on").isLessThan(5_000_000);
            Arrays.fill(into, from, from + count, 'x');
            return count;
          }

          @Override
          public void close() {}
        };
    try (Stream<LogRecord> lines =
        LogLines.read("f.tsv", new BufferedReader(endless), LogLines.columns(""))) {
      assertThat(lines.toList()).isEmpty();
    }
  }

  @Test
  void allEndsOfLinesAreKnown() throws IOException {
    String line = "web\t" + TIME;
    assertThat(read("group\ttime\r\n" + line + "\r\n\r\n" + line + "\r" + line + "\n\n" + line, ""))
        .extracting(LogRecord::line)
        .containsExactly(2, 4, 5, 7);
  }

  @Test
  void aFileWithoutItsColumnsIsRefused() {
    assertThatThrownBy(() -> read("", ""))
        .hasMessage("f.tsv: the first line names no column group, time: it is empty");
    assertThatThrownBy(() -> read("group,time\n", ""))
        .hasMessage("f.tsv: the first line names no column group, time: group,time");
    assertThatThrownBy(() -> read(HEADER, "code=event"))
        .hasMessageStartingWith("f.tsv: the first line names no column event: ");
    assertThatThrownBy(() -> read("group\ttime\ttime\n", ""))
        .hasMessage("f.tsv: column time is there twice");
  }

  @Test
  void columnsThatSayNothingAreRefused() {
    assertThat(LogLines.columns("group=a=b")).isEqualTo(Map.of("group", "a=b"));
    assertThatThrownBy(() -> LogLines.columns("group"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"group\" is not FIELD=COLUMN");
    assertThatThrownBy(() -> LogLines.columns("group="))
        .hasMessage("\"group=\" is not FIELD=COLUMN");
    assertThatThrownBy(() -> LogLines.columns("day=x"))
        .hasMessage(
            "there is no field \"day\", only group, time, guid1, guid2, code, source, text");
    assertThatThrownBy(() -> LogLines.columns("code=x,code=y"))
        .hasMessage("field code is named twice");
  }

  @Test
  void bytesThatAreNoTextAreAnErrorAndTheFileIsClosed() throws IOException {
    byte[] bytes = (HEADER + "we\u00ff\t").getBytes(StandardCharsets.ISO_8859_1);
    AtomicBoolean closed = new AtomicBoolean();
    BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new ByteArrayInputStream(bytes), StandardCharsets.UTF_8.newDecoder())) {
          @Override
          public void close() throws IOException {
            closed.set(true);
            super.close();
          }
        };
    assertThatThrownBy(() -> LogLines.read("f.tsv", reader, Map.of()).toList())
        .hasMessageContaining("f.tsv is no text in UTF-8");
    BufferedReader empty =
        new BufferedReader(new StringReader("")) {
          @Override
          public void close() throws IOException {
            closed.set(true);
            super.close();
          }
        };
    closed.set(false);
    assertThatThrownBy(() -> LogLines.read("f.tsv", empty, Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(closed).isTrue();
  }
}
