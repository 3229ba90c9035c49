package io.rowandb.design.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleFileTest {
  @TempDir private Path directory;

  private SampleSpec spec(String name, byte[] content, String... columns) throws IOException {
    Path file = Files.write(directory.resolve(name), content);
    return new SampleSpec(
        file, SampleFormat.ofName(file).orElseThrow(), List.of(columns), Long.MAX_VALUE, 2);
  }

  private static List<List<String>> rows(SampleFile file) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (String[] row = file.next(); row != null; row = file.next()) {
      rows.add(Arrays.asList(row));
    }
    return rows;
  }

  private List<List<String>> read(String name, String content, String... columns)
      throws IOException {
    try (SampleFile file = SampleFile.open(spec(name, content.getBytes(UTF_8), columns))) {
      return rows(file);
    }
  }

  private static byte[] packed(String content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  void csvHasQuotesLineEndsAndCommas() throws IOException {
    assertThat(read("a.csv", "\uFEFFa,b\r\n1,\"x, \"\"y\"\"\nz\"\r\n\r\n,ä\"\n\"\",2"))
        .containsExactly(List.of("1", "x, \"y\"\nz"), List.of("", "ä\""), List.of("", "2"));
  }

  /** Of a text that comes in pieces of so many characters: each record, with its line. */
  private static List<String> records(String text, int piece, char separator) throws IOException {
    Reader pieces =
        new StringReader(text) {
          @Override
          public int read(char[] buffer, int from, int length) throws IOException {
            return super.read(buffer, from, Math.min(piece, length));
          }
        };
    RecordText records = new RecordText("rows", pieces, separator, separator == ',');
    List<String> all = new ArrayList<>();
    try {
      for (List<String> each = records.next(); each != null; each = records.next()) {
        all.add(records.line() + ": " + each);
      }
    } catch (SampleException e) { // a quote that is not closed is one however it is read
      all.add(e.getMessage());
    }
    return all;
  }

  @Tag("slow")
  @Test
  void whatReadersBringInPiecesIsReadAlike() throws IOException {
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(24); length > 0; length--) {
        text.append("ab,\"\n\r\t".charAt(random.nextInt(7)));
      }
      for (char separator : new char[] {',', '\t'}) {
        List<String> whole = records(text.toString(), 100, separator);
        for (int piece = 1; piece < 4; piece++) {
          assertThat(records(text.toString(), piece, separator)).as("%s", text).isEqualTo(whole);
        }
      }
    }
    assertThat(records("a\r\n\"\"\r\n\"b\"\"\nc\"d,e\r\nf", 1, ','))
        .containsExactly("1: [a]", "3: [b\"\ncd, e]", "5: [f]");
  }

  /** A small packed file may have billions of empty lines, which are no rows. */
  @Test
  void emptyLinesAreGivenUpToo() throws IOException {
    Reader endless =
        new Reader() {
          private int reads;

          @Override
          public int read(char[] buffer, int from, int length) {
            Arrays.fill(buffer, from, from + length, '\n');
            if (reads++ == 3) {
              Thread.currentThread().interrupt();
            }
            return reads > 100 ? -1 : length;
          }

          @Override
          public void close() {}
        };
    RecordText records = new RecordText("rows", endless, ',', true);
    try {
      assertThatThrownBy(records::next).isInstanceOf(InterruptedIOException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void tsvHasNone() throws IOException {
    assertThat(read("a.tsv", "a\tb\n\"1\t2\n")).containsExactly(List.of("\"1", "2"));
    assertThat(read("b.tsv", "1\t2\n", "a", "b")).containsExactly(List.of("1", "2"));
  }

  @Test
  void jsonHasAnObjectALine() throws IOException {
    assertThat(
            read(
                "a.jsonl",
                "{\"b\":1.5,\"a\":\"x\\u00e4\\n\"}\n\n{\"a\":{\"c\":[1,\"}\"]},\"b\":null,\"z\":1}\n{}\n"))
        .containsExactly(List.of("xä\n", "1.5"), List.of("{\"c\":[1,\"}\"]}", ""), List.of("", ""));
  }

  @Test
  void eachIsReadPacked() throws IOException {
    try (SampleFile file = SampleFile.open(spec("a.csv.gz", packed("a,b\n1,2\n")))) {
      assertThat(rows(file)).containsExactly(List.of("1", "2"));
    }
  }

  @Test
  void badLinesAreCountedAndNamed() throws IOException {
    byte[] content = "a,b\n1,2\n1\n\"x\ny\",3\n1,2,3\n".getBytes(UTF_8);
    try (SampleFile file = SampleFile.open(spec("a.csv", content))) {
      assertThat(rows(file)).containsExactly(List.of("1", "2"), List.of("x\ny", "3"));
      assertThat(file.bad().count()).isEqualTo(2);
      assertThat(file.bad().first())
          .containsExactly(
              "line 3: 1 values where the header has 2", "line 6: 3 values where the header has 2");
    }
    byte[] json = "{\"a\":1}\n{\"a\":1\n[1]\n".getBytes(UTF_8);
    try (SampleFile file = SampleFile.open(spec("a.json", json))) {
      assertThat(rows(file)).hasSize(1);
      assertThat(file.bad().first()).hasSize(2).first().asString().startsWith("line 2: '}' should");
    }
  }

  @Test
  void tooManyBadLinesAreNoSample() {
    assertThatThrownBy(() -> read("a.csv", "a,b\n1\n2\n3\n4,5\n"))
        .isInstanceOf(SampleException.class)
        .hasMessageContaining("a.csv, line 4")
        .hasMessageContaining("--max-bad");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a,a\n1,2\n", "a,\n1,2\n"})
  void headersName(String content) {
    assertThatThrownBy(() -> read("a.csv", content)).isInstanceOf(SampleException.class);
  }

  /** A quote that nobody closed is an error, not a row of the whole file. */
  @Test
  void rowsHaveAnEnd() {
    String endless = "a\n\"" + "x".repeat(RecordText.LONGEST + 1);
    assertThatThrownBy(() -> read("a.csv", endless))
        .isInstanceOf(SampleException.class)
        .hasMessageContaining("a.csv, line 2")
        .hasMessageContaining("not closed");
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] each : parts) {
      all.writeBytes(each);
    }
    return all.toByteArray();
  }

  /** Files put together by cat, a member without content among them; a row may be in two. */
  @Test
  void allMembersOfAGzipFileAreRead() throws IOException {
    byte[] many = packed("3,4\n".repeat(50_000));
    byte[] all = joined(packed("a,b\n1,"), packed(""), packed("2\n"), many, many);
    try (SampleFile file = SampleFile.open(spec("a.csv.gz", all))) {
      List<List<String>> rows = rows(file);
      assertThat(rows).hasSize(100_001).startsWith(List.of("1", "2"), List.of("3", "4"));
      assertThat(rows).endsWith(List.of("3", "4"));
    }
  }

  /** A member with all that its header may have, as RFC 1952 says. */
  @Test
  void aHeaderMayHaveMore() throws IOException {
    byte[] plain = packed("a\n1\n");
    byte[] header = joined(Arrays.copyOf(plain, 10), new byte[] {3, 0, 'x', 'y', 'z'});
    header = joined(header, "name\0a comment\0".getBytes(UTF_8));
    header[3] = 2 + 4 + 8 + 16;
    CRC32 crc = new CRC32();
    crc.update(header);
    byte[] sum = {(byte) crc.getValue(), (byte) (crc.getValue() >> 8)};
    byte[] content = Arrays.copyOfRange(plain, 10, plain.length);
    try (SampleFile file = SampleFile.open(spec("a.csv.gz", joined(header, sum, content)))) {
      assertThat(rows(file)).containsExactly(List.of("1"));
    }
    sum[0]++;
    SampleSpec wrong = spec("b.csv.gz", joined(header, sum, content));
    assertThatThrownBy(() -> SampleFile.open(wrong))
        .isInstanceOf(SampleException.class)
        .hasMessageContaining("the header at byte 0 has another checksum");
  }

  /** What follows the last member is not passed over: the file may be damaged there. */
  @ParameterizedTest
  @ValueSource(strings = {"x", "garbage", "\0\0\0\0", "\u001f", "1,2\n"})
  void whatFollowsAGzipMemberIsAnError(String tail) throws IOException {
    byte[] whole = packed("a,b\n" + "1,2\n".repeat(10));
    SampleSpec spec = spec("a.csv.gz", joined(whole, tail.getBytes(UTF_8)));
    try (SampleFile file = SampleFile.open(spec)) {
      for (int i = 0; i < 10; i++) {
        assertThat(file.next()).containsExactly("1", "2");
      }
      int at = tail.equals("\u001f") ? whole.length + 1 : whole.length;
      assertThatThrownBy(file::next)
          .isInstanceOf(SampleException.class)
          .hasMessageStartingWith(spec.file() + " is damaged behind line ")
          .hasMessageContaining("at byte " + at);
    }
  }

  @Test
  void aWrongChecksumOfAMemberIsAnError() throws IOException {
    byte[] first = packed("a\n1\n");
    byte[] second = packed("2\n");
    second[second.length - 8]++;
    SampleSpec spec = spec("a.csv.gz", joined(first, second));
    int at = first.length + second.length - 8;
    assertThatThrownBy(
            () -> {
              try (SampleFile file = SampleFile.open(spec)) {
                rows(file);
              }
            })
        .isInstanceOf(SampleException.class)
        .hasMessageContaining("the data before byte " + at + " has another checksum");
  }

  @Test
  void damagedFilesAreNamed() throws IOException {
    byte[] whole = packed("a,b\n" + "1,2\n".repeat(1000));
    SampleSpec cut = spec("a.csv.gz", Arrays.copyOf(whole, whole.length - 9));
    assertThatThrownBy(
            () -> {
              try (SampleFile file = SampleFile.open(cut)) {
                rows(file);
              }
            })
        .isInstanceOf(SampleException.class)
        .hasMessageContaining("is damaged");
    SampleSpec none = spec("b.csv.gz", "a,b".getBytes(UTF_8));
    assertThatThrownBy(() -> SampleFile.open(none))
        .isInstanceOf(SampleException.class)
        .hasMessageContaining("b.csv.gz");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":tru}",
        "{\"a\":\"x}",
        "{\"a\":\"\\q\"}",
        "{\"a\":\"\\u12\"}",
        "{\"a\":[1}",
        "{\"a\":1}x",
        "{\"a\":1,}",
        "{",
        "\"a\"",
        "{\"a\":[[[",
        "{\"a\":\"\\"
      })
  void whatIsNoJsonIsABadLine(String line) throws IOException {
    byte[] content = ("{\"a\":1}\n" + line + "\n").getBytes(UTF_8);
    try (SampleFile file = SampleFile.open(spec("a.json", content))) {
      assertThat(rows(file)).hasSize(1);
      assertThat(file.bad().count()).isOne();
    }
  }
}
