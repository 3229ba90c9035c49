package io.rowandb.design.sample;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.design.check.DesignCheck;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanYaml;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples that are damaged, or made to do harm: each is refused by a short sentence. */
class HostileSamplesTest {
  /** Characters of a message, the name of the file in a temporary directory included. */
  private static final int LONGEST_MESSAGE = 2000;

  @TempDir private Path directory;

  private SampleSpec file(String name, byte[] content) throws IOException {
    return SampleSpec.of(Files.write(directory.resolve(name), content));
  }

  private static byte[] packed(String content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static long rows(SampleSpec spec) throws IOException {
    long rows = 0;
    try (SampleFile file = SampleFile.open(spec)) {
      while (file.next() != null) {
        rows++;
      }
    }
    return rows;
  }

  private static void refused(SampleSpec spec, String message) {
    assertThatThrownBy(() -> rows(spec))
        .isInstanceOf(SampleException.class)
        .hasMessageStartingWith(spec.file().toString())
        .hasMessageContaining(message)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(LONGEST_MESSAGE));
  }

  /** The rest of the file would be one value, and the report one of the rows before it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a,b\n1,2\n3,\"4\n5,6\n",
        "a,b\n1,2\n3,\"",
        "a,b\n1,2\n3,\"4\"\"\n5,6",
        "a,b\n1,2\n3,\"4\n5,\"\"6\n"
      })
  void aQuoteThatIsNotClosedIsNoRow(String content) throws IOException {
    refused(file("a.csv", content.getBytes(UTF_8)), ", line 3: a quote is not closed");
    refused(file("a.csv.gz", packed(content)), ", line 3: a quote is not closed");
  }

  @Test
  void aQuoteOfTheFirstLineThatIsNotClosed() throws IOException {
    refused(file("a.csv", "\"a,b\n1,2\n".getBytes(UTF_8)), ", line 1: a quote is not closed");
    refused(file("b.csv", "a,\"b".getBytes(UTF_8)), ", line 1: a quote is not closed");
    assertThat(rows(file("c.csv", "a,b\n1,\"2\n3\"".getBytes(UTF_8)))).isEqualTo(1);
  }

  @Test
  void linesEndWithMoreThanACarriageReturn() throws IOException {
    refused(file("a.csv", "a,b\r1,2\r3,4\r".getBytes(UTF_8)), "line 1: lines end with LF or CR LF");
    refused(file("a.tsv", "a\tb\r1\t2\r".getBytes(UTF_8)), "line 1: lines end with LF or CR LF");
    assertThat(rows(file("b.csv", "a,b\r\n1,2\r\n".getBytes(UTF_8)))).isEqualTo(1);
    assertThat(rows(file("c.csv", "a,\"b\r\n(2)\"\r\n1,2\r\n".getBytes(UTF_8)))).isEqualTo(1);
  }

  @Test
  void utf16IsNamed() throws IOException {
    refused(file("a.csv", "a,b\n1,2\n".getBytes(UTF_16LE)), "line 1: a name has the byte 0");
    refused(file("b.csv", "a,b\n1,2\n".getBytes(UTF_16)), "is UTF-16, not UTF-8; convert it first");
  }

  /** Wherever a gzip file is cut: in its header, its data or its trailer. */
  @ParameterizedTest
  @ValueSource(ints = {0, 5, 30, -9, -4, -1})
  void truncatedGzipIsDamaged(int length) throws IOException {
    byte[] whole = packed("a,b\n1,2\n".repeat(100));
    int end = length >= 0 ? length : whole.length + length;
    SampleSpec spec = file("a.csv.gz", Arrays.copyOf(whole, end));
    refused(spec, "is damaged");
    assertThatThrownBy(() -> rows(spec)).hasMessageNotContaining("null");
  }

  @Test
  void columnsOfOneNameAreNotAllRepeated() throws IOException {
    refused(file("a.csv", "c,".repeat(100_000).getBytes(UTF_8)), "c, c and 99,981 more");
  }

  @Test
  void aHundredThousandColumnsAreRead() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 100_000; i++) {
      text.append(i).append(i < 99_999 ? "," : "\n");
    }
    assertThat(rows(file("a.csv", text.append(text).toString().getBytes(UTF_8)))).isEqualTo(1);
  }

  /** What is wrong with all lines is said, and not only that there is no row. */
  @Test
  void noLineIsARow() throws IOException {
    refused(
        file("a.csv", "a,b\n1\n2\n".getBytes(UTF_8)),
        ", line 2: 1 values where the header has 2; no line is a row");
    refused(
        new SampleSpec(
            Files.writeString(directory.resolve("a.jsonl"), "[{\"a\":1}]\n"),
            SampleFormat.JSON,
            List.of("a"),
            10,
            10),
        ", line 1: '{' should be at column 1; no line is a row");
  }

  /** The number of a line counts the empty ones too. */
  @Test
  void emptyLinesAreCounted() throws IOException {
    refused(file("a.csv", "\n\na,b\n\n\n1\n".getBytes(UTF_8)), ", line 6: 1 values");
  }

  @Test
  void aDirectoryIsNoFile() {
    SampleSpec spec = new SampleSpec(directory, SampleFormat.CSV, List.of(), 1, 0);
    refused(spec, "is no file");
  }

  /** The fields of a sample are named in short where one is missing. */
  @Test
  void aMissingFieldIsNamedAmongAFew() throws IOException {
    TablePlan plan = TablePlanYaml.parse("p", "table: t\nkey: [{text: id}]\nfamilies: {d: {}}\n");
    SampleSpec spec = file("a.csv", ("\"" + "x\u0007".repeat(100_000) + "\"\n1\n").getBytes(UTF_8));
    assertThatThrownBy(() -> DesignCheck.run(plan, Optional.of(spec), 0))
        .hasMessageContaining("field \"id\" of design t is not in the sample")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(LONGEST_MESSAGE));
  }
}
