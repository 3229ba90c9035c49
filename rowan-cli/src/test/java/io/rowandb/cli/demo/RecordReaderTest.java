package io.rowandb.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.cli.source.SourceException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a data set, one after the other. */
class RecordReaderTest {
  @TempDir private Path directory;

  @Test
  void readsAllFilesOfASampleWithoutTheirHeadings() throws IOException {
    BeijingAir set = new BeijingAir("test");
    List<SourceLine> lines = new ArrayList<>();
    double fraction = 0;
    try (RecordReader reader = new RecordReader(set, Optional.empty())) {
      for (SourceLine line = reader.next(); line != null; line = reader.next()) {
        lines.add(line);
        assertThat(reader.fraction()).isGreaterThanOrEqualTo(fraction);
        fraction = reader.fraction();
      }
      assertThat(reader.fraction()).isEqualTo(1.0);
    }
    assertThat(lines).hasSize(6 * 14 * 24);
    assertThat(lines.get(0).text()).startsWith("1,2013,3,1,0,");
    assertThat(lines.get(14 * 24)).matches(line -> line.file() == 1 && line.number() == 0);
  }

  @Test
  void readsFilesBelowTheDataDirectory() throws IOException {
    write("g-webtable-awesome-lists/pages.jsonl.gz", "{\"url\": \"https://a.org/\"}\n");
    write("g-webtable-awesome-lists/anchors.tsv.gz", "head\na\tb\n");
    try (RecordReader reader = new RecordReader(new WebPages("test"), Optional.of(directory))) {
      assertThat(reader.next().text()).contains("a.org");
      SourceLine anchor = reader.next();
      assertThat(anchor).isEqualTo(new SourceLine(1, 0, "a\tb"));
      assertThat(reader.place(anchor)).endsWith("anchors.tsv.gz, line 2");
      assertThat(reader.next()).isNull();
      assertThat(reader.describe()).contains("pages.jsonl.gz (").contains(" bytes)");
    }
  }

  @Test
  void namesAFileThatIsMissingOrEmpty() throws IOException {
    assertThatThrownBy(() -> new RecordReader(new WebPages("test"), Optional.of(directory)))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("pages.jsonl.gz");
    write("d-logs-windows-events/windows_events.tsv.gz", "");
    try (RecordReader reader =
        new RecordReader(new WindowsEvents("test"), Optional.of(directory))) {
      assertThatThrownBy(reader::next)
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("column names");
    }
  }

  private void write(String path, String text) throws IOException {
    Path file = directory.resolve(path);
    Files.createDirectories(file.getParent());
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
