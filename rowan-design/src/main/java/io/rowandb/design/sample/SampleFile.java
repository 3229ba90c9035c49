package io.rowandb.design.sample;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * The rows of one file, read once from its beginning. The fields are those of the first line, or of
 * the first object; a caller may give them instead. Bytes that are not UTF-8 become U+FFFD. One
 * thread; open until closed.
 */
public final class SampleFile implements Closeable {
  // Fixed at construction.
  private final String name;
  private final BufferedReader reader;
  private final RecordText records;
  private final List<String> fields;
  private final BadLines bad;

  /** Of JSON: the first line, which gave the fields. */
  private String pending;

  private long line;

  private SampleFile(
      SampleSpec spec, BufferedReader reader, RecordText records, List<String> fields) {
    this.name = spec.file().toString();
    this.reader = reader;
    this.records = records;
    this.fields = fields;
    this.bad = new BadLines(spec.maxBad());
  }

  /**
   * Opens a file.
   *
   * @throws SampleException when it is no sample; {@link IOException} when it cannot be read
   */
  public static SampleFile open(SampleSpec spec) throws IOException {
    if (!Files.isRegularFile(spec.file())) {
      throw new SampleException(spec.file() + ": there is no such file");
    }
    InputStream in = Files.newInputStream(spec.file());
    try {
      if (spec.file().toString().endsWith(".gz")) {
        in = new GZIPInputStream(in, 1 << 16);
      }
      BufferedReader reader =
          new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), 1 << 16);
      return spec.format() == SampleFormat.JSON ? ofJson(spec, reader) : ofRecords(spec, reader);
    } catch (java.util.zip.ZipException | java.io.EOFException e) {
      in.close();
      throw new SampleException(spec.file() + " is damaged, or no gzip file: " + e.getMessage());
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private static SampleFile ofRecords(SampleSpec spec, BufferedReader reader) throws IOException {
    boolean isCsv = spec.format() == SampleFormat.CSV;
    RecordText records = new RecordText(spec.file().toString(), reader, isCsv ? ',' : '\t', isCsv);
    List<String> fields = spec.columns().isEmpty() ? records.next() : spec.columns();
    if (fields == null) {
      throw new SampleException(spec.file() + " is empty");
    }
    return new SampleFile(spec, reader, records, checked(spec, withoutMark(fields)));
  }

  private static SampleFile ofJson(SampleSpec spec, BufferedReader reader) throws IOException {
    String first = reader.readLine();
    if (first == null) {
      throw new SampleException(spec.file() + " is empty");
    }
    List<String> fields = new ArrayList<>(spec.columns());
    if (fields.isEmpty()) {
      try {
        fields.addAll(JsonFields.parse(first).keySet().stream().sorted().toList());
      } catch (IllegalArgumentException e) {
        throw new SampleException(spec.file() + ", line 1: " + e.getMessage());
      }
    }
    SampleFile file = new SampleFile(spec, reader, null, checked(spec, fields));
    file.pending = first;
    return file;
  }

  /** Some programs begin a file with U+FEFF. */
  private static List<String> withoutMark(List<String> fields) {
    List<String> clean = new ArrayList<>(fields);
    clean.set(0, clean.get(0).replaceFirst("^\uFEFF", ""));
    return clean;
  }

  private static List<String> checked(SampleSpec spec, List<String> fields) throws SampleException {
    if (new HashSet<>(fields).size() < fields.size() || fields.contains("")) {
      throw new SampleException(
          spec.file()
              + ", line 1: the names of the columns should differ and not be empty: "
              + fields
              + ". Without such a line, name them: --columns a,b,c");
    }
    return List.copyOf(fields);
  }

  /** The names of the fields, in the order of the values. */
  public List<String> fields() {
    return fields;
  }

  /** Lines that were no rows so far. */
  public BadLines bad() {
    return bad;
  }

  /**
   * The values of the next row; null after the last.
   *
   * @throws SampleException after more bad lines than are borne, or when a line is far too long
   */
  public String[] next() throws IOException {
    try {
      return records == null ? nextObject() : nextRecord();
    } catch (java.util.zip.ZipException | java.io.EOFException e) {
      throw new SampleException(name + " is damaged behind line " + line() + ": " + e.getMessage());
    }
  }

  private String[] nextRecord() throws IOException {
    for (List<String> values = records.next(); values != null; values = records.next()) {
      if (values.size() == fields.size()) {
        return values.toArray(String[]::new);
      }
      bad.add(
          name, records.line(), values.size() + " values where the header has " + fields.size());
    }
    return null;
  }

  private String[] nextObject() throws IOException {
    for (String text = nextLine(); text != null; text = nextLine()) {
      if (!text.isBlank()) {
        try {
          Map<String, String> members = JsonFields.parse(text);
          return fields.stream().map(each -> members.getOrDefault(each, "")).toArray(String[]::new);
        } catch (IllegalArgumentException e) {
          bad.add(name, line, e.getMessage());
        }
      }
    }
    return null;
  }

  private String nextLine() throws IOException {
    String text = pending == null ? reader.readLine() : pending;
    pending = null;
    line++;
    return text;
  }

  private long line() {
    return records == null ? line : records.line();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
