package io.rowandb.systems.messages;

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

class MessageFileTest {
  private static final Instant EPOCH = Instant.parse("2014-01-15T00:00:00Z");

  private static List<Message> read(String... lines) throws IOException {
    BufferedReader reader = new BufferedReader(new StringReader(String.join("\n", lines)));
    try (Stream<Message> messages = MessageFile.read("f.csv", reader, EPOCH)) {
      return messages.toList();
    }
  }

  @Test
  void readsMessages() throws IOException {
    Instant time = Instant.parse("2011-07-03T10:15:30.250Z");
    assertThat(
            read(
                "id,time,from,to,text",
                "m1,2011-07-03T10:15:30.250Z,ada,bob;carol,yes, or no,",
                "",
                "m2,2011-07-03T10:15:30.250Z,bob,ada,"))
        .containsExactly(
            new Message("m1", "ada", List.of("bob", "carol"), time, "yes, or no,"),
            new Message("m2", "bob", List.of("ada"), time, ""));
    assertThat(read("id,time,from,to,text")).isEmpty();
  }

  @Test
  void readsTimestamps() throws IOException {
    assertThat(read("\uFEFFtimestamp,from,to\r", "18,370,512\r", "18,370,512\r"))
        .hasSize(2)
        .containsOnly(new Message("18-370-512", "370", List.of("512"), EPOCH.plusSeconds(18), ""));
  }

  /** Names can have what the parts of an id have between, and be as long as an id. */
  @Test
  void linesOfTimestampsHaveIdsOfTheirOwn() throws IOException {
    String longest = "n".repeat(64);
    List<String> ids =
        read(
                "timestamp,from,to",
                "18,a-b,c",
                "18,a,b-c",
                "18,-,-",
                "18," + longest + "," + longest,
                "18," + longest + ",b",
                "1," + longest + ",b",
                "18,a,b",
                "-18,a,b",
                "18,18-a,b")
            .stream()
            .map(Message::id)
            .toList();
    assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.length() <= 64);
    assertThat(ids.get(6)).isEqualTo("18-a-b");
    assertThat(ids.get(0))
        .as("echo -n 18,a-b,c | sha256sum")
        .isEqualTo("3d98e1b9587ecd9a899bb65970627d9d087366c06b8d50e64550d7053a6b6902");
    assertThat(read("timestamp,from,to", "+018,a-b,c", "+018,a,b"))
        .as("the same moments")
        .extracting(Message::id)
        .containsExactly(ids.get(0), ids.get(6));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "m,2011-07-03T10:15:30Z,ada,bob         | not 5 values, but 4",
        ",2011-07-03T10:15:30Z,ada,bob,x        | id of 0 characters: 1 to 64",
        "m,2011-07-03,ada,bob,x                 | time is \"2011-07-03\", not as 2011-07-03T",
        "m,2011-07-03T10:15:30Z,,bob,x          | sender of 0 characters",
        "m,2011-07-03T10:15:30Z,ada,,x          | receiver of 0 characters",
        "m,2011-07-03T10:15:30Z,ada,bob;,x      | receiver of 0 characters",
        "m,2011-07-03T10:15:30Z,ada,bob;bob,x   | a name is there twice",
        "m,1969-07-03T10:15:30Z,ada,bob,x       | not in a year from 1970 to 9999",
      })
  void aWrongLineIsNamed(String line, String reason) {
    assertThatThrownBy(
            () -> read("id,time,from,to,text", "m0,2011-07-03T10:15:30Z,ada,bob,x", line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("f.csv, line 3: ")
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x,1,2                   | timestamp is \"x\", not a whole number",
        "1,2                     | not 3 values, but 2",
        "1,2,3,4                 | not 3 values, but 4",
        "9223372036854775807,1,2 | ",
        "1389744000000,1,2       | time +46053-",
      })
  void aWrongTimestampIsNamed(String line, String reason) {
    assertThatThrownBy(() -> read("timestamp,from,to", line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("f.csv, line 2: ")
        .hasMessageContaining(reason == null ? "" : reason);
  }

  @Test
  void anotherFirstLineIsRefused() {
    assertThatThrownBy(() -> read("a,b,c"))
        .hasMessage(
            "f.csv: the first line is \"a,b,c\", not id,time,from,to,text or timestamp,from,to");
    assertThatThrownBy(MessageFileTest::read)
        .hasMessageStartingWith("f.csv: the first line is missing, not id,time,");
    assertThatThrownBy(() -> read("x".repeat(100_000)))
        .hasMessageContaining("x".repeat(200) + " …")
        .message()
        .hasSizeLessThan(500);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "timestamp,from,to\n1,2,3\n"})
  void aFileThatCannotBeReadIsNamed(String begin) {
    byte[] bytes = (begin + "\u00ff").getBytes(StandardCharsets.ISO_8859_1);
    BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new ByteArrayInputStream(bytes), StandardCharsets.UTF_8.newDecoder()));
    assertThatThrownBy(
            () -> {
              try (Stream<Message> messages = MessageFile.read("f.csv", reader, EPOCH)) {
                assertThat(messages).isEmpty();
              }
            })
        .hasStackTraceContaining("f.csv is no text in UTF-8");
  }

  @Test
  void closesTheFile() throws IOException {
    for (String header : List.of("timestamp,from,to", "no,such,line")) {
      AtomicBoolean closed = new AtomicBoolean();
      BufferedReader reader =
          new BufferedReader(new StringReader(header)) {
            @Override
            public void close() throws IOException {
              closed.set(true);
              super.close();
            }
          };
      try (Stream<Message> messages = MessageFile.read("f.csv", reader, EPOCH)) {
        assertThat(messages).isEmpty();
      } catch (IllegalArgumentException e) {
        assertThat(header).startsWith("no");
      }
      assertThat(closed).isTrue();
    }
  }
}
