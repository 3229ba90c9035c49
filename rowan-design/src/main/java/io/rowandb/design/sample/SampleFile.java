package io.rowandb.design.sample;

import io.rowandb.design.text.ShortText;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.PushbackInputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The rows of one file, read once from its beginning. The fields are those of the first line, or of
 * the first object; a caller may give them instead. Bytes that are not UTF-8 are an error; U+FEFF
 * at the begin is passed over. One thread; open until closed.
 */
public final class SampleFile implements Closeable {
  /** Never in a text: lines of JSON are not cut. */
  private static final char NO_CHARACTER = '\uFFFF';

  private static final Pattern CR_ALONE = Pattern.compile("\r(?!\n)");

  // Fixed at construction.
  private final String name;
  private final BufferedReader reader;
  private final RecordText records;
  private final boolean isJson;
  private final List<String> fields;
  private final BadLines bad;

  /** Of JSON: the first line, which gave the fields. */
  private List<String> pending;

  /** Of JSON: the fields that no object had so far. */
  private final Set<String> absent;

  private long rows;

  private SampleFile(
      SampleSpec spec, BufferedReader reader, RecordText records, List<String> fields) {
    this.name = spec.file().toString();
    this.reader = reader;
    this.records = records;
    this.fields = fields;
    this.isJson = spec.format() == SampleFormat.JSON;
    this.absent = new TreeSet<>(isJson ? fields : List.of());
    this.bad = new BadLines(spec.maxBad());
  }

  /**
   * Opens a file.
   *
   * @throws SampleException when it is no sample; {@link IOException} when it cannot be read
   */
  public static SampleFile open(SampleSpec spec) throws IOException {
    if (!Files.isRegularFile(spec.file())) {
      throw new SampleException(
          spec.file()
              + (Files.exists(spec.file())
                  ? " is no file; a pipe cannot be read twice"
                  : ": there is no such file"));
    }
    InputStream in = Files.newInputStream(spec.file());
    try {
      if (spec.file().toString().toLowerCase(Locale.ROOT).endsWith(".gz")) {
        in = new GzipMembers(in);
      }
      in = refuseUtf16(spec, in);
      BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(
                  in,
                  StandardCharsets.UTF_8
                      .newDecoder()
                      .onMalformedInput(CodingErrorAction.REPORT)
                      .onUnmappableCharacter(CodingErrorAction.REPORT)),
              1 << 16);
      passMark(reader);
      return spec.format() == SampleFormat.JSON ? ofJson(spec, reader) : ofRecords(spec, reader);
    } catch (java.util.zip.ZipException | java.io.EOFException e) {
      in.close();
      throw new SampleException(spec.file() + " is damaged, or no gzip file: " + e.getMessage());
    } catch (CharacterCodingException e) {
      in.close();
      throw new SampleException(spec.file() + ": its beginning is not UTF-8; convert it first");
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
    if (spec.columns().isEmpty()) {
      checkText(spec, fields);
    }
    return new SampleFile(spec, reader, records, checked(spec, fields));
  }

  private static SampleFile ofJson(SampleSpec spec, BufferedReader reader) throws IOException {
    RecordText records = new RecordText(spec.file().toString(), reader, NO_CHARACTER, false);
    List<String> first = records.next();
    if (first == null) {
      throw new SampleException(spec.file() + " is empty");
    }
    List<String> fields = new ArrayList<>(spec.columns());
    if (fields.isEmpty()) {
      try {
        fields.addAll(JsonFields.parse(joined(first)).keySet().stream().sorted().toList());
      } catch (IllegalArgumentException e) {
        throw new SampleException(spec.file() + ", line 1: " + e.getMessage());
      }
    }
    SampleFile file = new SampleFile(spec, reader, records, checked(spec, fields));
    file.pending = first;
    return file;
  }

  /** What else the first line of another kind of text would become, is one long name. */
  private static void checkText(SampleSpec spec, List<String> fields) throws SampleException {
    boolean hasZero = fields.stream().anyMatch(each -> each.indexOf('\0') >= 0);
    if (hasZero || fields.stream().anyMatch(each -> CR_ALONE.matcher(each).find())) {
      throw new SampleException(
          spec.file()
              + ", line 1: "
              + (hasZero
                  ? "a name has the byte 0; perhaps it is UTF-16: convert it to UTF-8"
                  : "lines end with LF or CR LF, and not with CR alone: convert it first"));
    }
  }

  /** Both orders of its bytes begin with two that UTF-8 never has. */
  private static InputStream refuseUtf16(SampleSpec spec, InputStream in) throws IOException {
    PushbackInputStream text = new PushbackInputStream(in, 2);
    byte[] first = text.readNBytes(2);
    if (first.length == 2 && (first[0] & first[1] & 0xFE) == 0xFE && first[0] != first[1]) {
      throw new SampleException(spec.file() + " is UTF-16, not UTF-8; convert it first");
    }
    text.unread(first);
    return text;
  }

  /** Some programs begin a file with U+FEFF. */
  private static void passMark(BufferedReader reader) throws IOException {
    reader.mark(1);
    if (reader.read() != '\uFEFF') {
      reader.reset();
    }
  }

  private static List<String> checked(SampleSpec spec, List<String> fields) throws SampleException {
    if (new HashSet<>(fields).size() < fields.size() || fields.contains("")) {
      throw new SampleException(
          spec.file()
              + ", line 1: the names of the columns should differ and not be empty: "
              + ShortText.names(fields)
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
   * @throws InterruptedIOException when the thread was interrupted
   */
  public String[] next() throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("the reading of " + name + " was given up");
    }
    try {
      String[] row = isJson ? nextObject() : nextRecord();
      if (row != null) {
        rows++;
      } else if (rows == 0 && bad.count() > 0) {
        throw new SampleException(name + ", " + bad.first().get(0) + "; no line is a row");
      }
      return row;
    } catch (CharacterCodingException e) {
      throw new SampleException(
          name + ": what follows line " + records.line() + " is not UTF-8; convert it first");
    } catch (java.util.zip.ZipException | java.io.EOFException e) {
      throw new SampleException(
          name + " is damaged behind line " + records.line() + ": " + e.getMessage());
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
    for (List<String> line = nextLine(); line != null; line = nextLine()) {
      String text = joined(line);
      if (!text.isBlank()) {
        try {
          Map<String, String> members = JsonFields.parse(text);
          absent.removeAll(members.keySet());
          return fields.stream().map(each -> members.getOrDefault(each, "")).toArray(String[]::new);
        } catch (IllegalArgumentException e) {
          bad.add(name, records.line(), e.getMessage());
        }
      }
    }
    refuseAbsent();
    return null;
  }

  /**
   * Refuses JSON of which no object so far has some of the fields: their names are misspelt.
   *
   * @throws SampleException naming one
   */
  public void refuseAbsent() throws SampleException {
    if (isJson && rows > 0 && !absent.isEmpty()) {
      throw new SampleException(
          name + ": field \"" + absent.iterator().next() + "\" is in none of " + rows + " objects");
    }
  }

  private List<String> nextLine() throws IOException {
    List<String> line = pending == null ? records.next() : pending;
    pending = null;
    return line;
  }

  private static String joined(List<String> line) {
    return String.join(String.valueOf(NO_CHARACTER), line);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
