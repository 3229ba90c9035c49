package io.rowandb.schema.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What tables keep of designs: the words stay, whatever else is said of a design to people. */
class NotedDesignTest {
  private static final String ALPHABET = "\\|;,\nps \u4e2d'";

  enum Color {
    RED
  }

  record Everything(
      String user,
      Instant time,
      boolean on,
      byte small,
      short shorter,
      char letter,
      int number,
      long large,
      float rough,
      double fine,
      BigDecimal exact,
      UUID id,
      byte[] bytes,
      Color color,
      long likes,
      List<Versioned<String>> history,
      int packed,
      List<Note> notes) {}

  record Note(int number, String text) {}

  static final TableDesign<Everything> EVERYTHING =
      TableDesign.of("everything", Everything.class)
          .key(
              key ->
                  key.salt(4)
                      .literal("D|;\\")
                      .hash(Digest.md5(4), Everything::user)
                      .part(Everything::user)
                      .part(Everything::time, Parts.descending(Parts.millis())))
          .family("f", family -> family.setMaxVersions(3))
          .family("n")
          .column(Everything::on, "f:1")
          .column(Everything::small, "f:2")
          .column(Everything::shorter, "f:3")
          .column(Everything::letter, "f:4")
          .column(Everything::number, "f:5")
          .column(Everything::large, "f:6")
          .formerly(Everything::large, "f:old")
          .column(Everything::rough, "f:7")
          .column(Everything::fine, "f:8")
          .column(Everything::exact, "f:9")
          .column(Everything::id, "f:a")
          .column(Everything::bytes, "f:b")
          .column(Everything::color, "f:c")
          .counter(Everything::likes, "f:d")
          .versions(Everything::history, "f:e", 3)
          .packed("f:f", packed -> packed.field(3, Everything::packed))
          .details(
              Everything::notes,
              DetailLayout.wide("n"),
              DetailDesign.of(Note.class)
                  .key(key -> key.part(Note::number))
                  .cell(Note::text, "x")
                  .build())
          .index(
              "byColor",
              index ->
                  index
                      .on(key -> key.part(Everything::user).part(Everything::time))
                      .only("red", each -> each.color() == Color.RED)
                      .unique())
          .build();

  /** A record with a value in each field. */
  static Everything example() {
    return new Everything(
        "ada",
        Instant.ofEpochMilli(1_790_000_000_000L),
        true,
        (byte) -3,
        (short) 400,
        'x',
        -7,
        1L << 40,
        0.5f,
        -2.25,
        new BigDecimal("12.50"),
        new UUID(1, 2),
        new byte[] {0, 1, 2},
        Color.RED,
        0,
        List.of(new Versioned<>(Instant.ofEpochMilli(5), "old")),
        99,
        List.of(new Note(1, "one"), new Note(2, "two")));
  }

  @Test
  void theWordsThatAreKept() {
    assertThat(new NotedDesign(EVERYTHING.form().lines()).toText().replace(";", ";\n"))
        .isEqualTo(
            """
1;
key|user,user,time|1 of 4 buckets by what follows + "D\\p\\s\\\\x5C" + MD5, first 4 bytes of text to the end\
 + text with 0x00 as 0x00 0xFF, ended by 0x00 0x00\
 + milliseconds since 1970, signed, 8 bytes, descending;
column f:1|on|bool;
column f:2|small|int8;
column f:3|shorter|int16;
column f:4|letter|char16;
column f:5|number|int32;
column f:6|large|int64;
column f:old|large|int64;
column f:7|rough|float32;
column f:8|fine|float64;
column f:9|exact|decimal, its scale in 4 bytes before the unscaled value;
column f:a|id|UUID;
column f:b|bytes|bytes;
column f:c|color|name of a Color;
column f:d|likes|counter;
column f:e|history|UTF-8 text, versions;
column f:f||message;
column f:f, number 3|packed|optional int32;
details in n:|notes|details;
details in n:, key|notes.number|signed, 4 bytes;
details in n:, cell x|notes.text|UTF-8 text\
""");
    assertThat(EVERYTHING.indexes().get(0).line().toString())
        .isEqualTo(
            "index byColor is user, time: unique text with 0x00 as 0x00 0xFF, ended by 0x00 0x00"
                + " + milliseconds since 1970, signed, 8 bytes, only red");
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    NotedDesign noted = new NotedDesign(EVERYTHING.form().lines());
    NotedDesign again = NotedDesign.parse(noted.toText());
    assertThat(again.toText()).isEqualTo(noted.toText());
    assertThat(again.difference(noted)).isEmpty();
  }

  @Test
  void anyTextIsReadAgain() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 1_000; i++) {
      DesignLine line = new DesignLine(text(random), List.of("a", "b"), text(random));
      String noted = new NotedDesign(List.of(line, line)).toText();
      assertThat(noted).doesNotContain("\n");
      assertThat(NotedDesign.parse(noted).difference(new NotedDesign(List.of(line))))
          .as("seed %d", seed)
          .isEmpty();
      assertThat(NotedDesign.parse(noted).toText()).as("seed %d", seed).isEqualTo(noted);
    }
  }

  private static String text(Random random) {
    return IntStream.range(0, random.nextInt(8))
        .mapToObj(i -> String.valueOf(ALPHABET.charAt(random.nextInt(ALPHABET.length()))))
        .reduce("", String::concat);
  }

  @Test
  void whatIsNoneIsRefused() {
    for (String text : List.of("", "2;key|a|b", "1;key|a", "1;key|a|b|c")) {
      assertThatThrownBy(() -> NotedDesign.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("noted design");
    }
  }
}
