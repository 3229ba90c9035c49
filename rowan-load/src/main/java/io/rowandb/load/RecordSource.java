package io.rowandb.load;

import io.rowandb.engine.io.WholeGzip;
import io.rowandb.schema.table.TableDesign;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Where the records of one load come from. Its name is that of the load: a load of a name is done
 * once.
 *
 * @param <R> the record
 */
public final class RecordSource<R> {
  private static final int MAX_NAME_CHARS = 1_000;
  private static final int BUFFER_BYTES = 1 << 18;

  /** One reading of all records. Used by one thread. */
  interface Reading<R> extends Closeable {
    /** The next record; null behind the last. */
    R next() throws IOException;

    /** The number of the record that was given last, from 1; of lines that of its line. */
    long number();

    /** Passes over what has the first numbers. */
    void skip(long count) throws IOException;
  }

  /** Begins to read. */
  @FunctionalInterface
  private interface Opener<R> {
    Reading<R> open() throws IOException;
  }

  /** What a file is like now. */
  @FunctionalInterface
  private interface State {
    String now() throws IOException;
  }

  // Fixed at construction.
  private final String name;
  private final String each;
  private final State state;
  private final Kind kind;
  private final Opener<R> opener;

  /** What a source is like when a load of it was stopped. */
  private enum Kind {
    /** It gives the same records again. */
    REPEATABLE,
    /** It is read from its beginning again. */
    FROM_BEGINNING,
    /** It is gone when it was opened. */
    ONCE
  }

  private RecordSource(String name, String each, State state, Kind kind, Opener<R> opener) {
    if (name == null || name.isEmpty() || name.length() > MAX_NAME_CHARS) {
      throw new IllegalArgumentException(
          "the name of a load has 1 to " + MAX_NAME_CHARS + " characters: " + name);
    }
    this.name = name;
    this.each = each;
    this.state = state;
    this.kind = kind;
    this.opener = opener;
  }

  private static <T> T given(T value, String what) {
    if (value == null) {
      throw new IllegalArgumentException(what + " must not be null");
    }
    return value;
  }

  /**
   * Records that can be read again: a load that was killed goes on behind those that it had sorted.
   *
   * @param records gives the same ones, in the same order, each time
   */
  public static <R> RecordSource<R> of(String name, Iterable<R> records) {
    given(records, "the records of load " + name);
    return new RecordSource<>(
        name,
        "record",
        () -> "",
        Kind.REPEATABLE,
        () -> new IteratorReading<>(records.iterator(), () -> {}));
  }

  /** Records that can be read once: a load that was killed before all were read begins again. */
  public static <R> RecordSource<R> once(String name, Stream<R> records) {
    given(records, "the records of load " + name);
    return new RecordSource<>(
        name,
        "record",
        () -> "",
        Kind.ONCE,
        () -> new IteratorReading<>(records.iterator(), records::close));
  }

  /**
   * The lines of a file in UTF-8, unpacked if its name ends in {@code .gz}; the load has the name
   * of the file without its directory. A load that was killed goes on behind the lines that it had
   * sorted, or some before them, if the file is the same.
   *
   * @param record makes a record of a line; null passes over it, as over a header. What it throws
   *     ends the load, with the number of the line
   */
  public static <R> RecordSource<R> lines(Path file, Function<String, R> record) {
    given(file, "the file of a load");
    given(record, "what makes a record of a line of " + file);
    return new RecordSource<>(
        Objects.toString(file.getFileName(), ""),
        "line",
        () -> Files.size(file) + " bytes of " + Files.getLastModifiedTime(file),
        Kind.REPEATABLE,
        () -> new LineReading<>(file, record));
  }

  /**
   * All records of a table, whose counts, details and versions become those of another design. It
   * must be read-only, and the tables of its details too, from the beginning of the load to its
   * end: {@code alter 'calls', READONLY => 'true'} in the shell. No files are loaded into it
   * meanwhile, which read-only tables take. A load that was killed before all were read begins
   * again. The load has the name of the table and its store: {@code table calls of store 7f…}.
   *
   * @param from of a store or cluster, also of another than the target
   * @throws IllegalArgumentException when records of the design expire: others would not
   */
  public static <R> RecordSource<R> table(Connection from, TableDesign<R> design)
      throws IOException {
    given(from, "the connection of a table that is read");
    given(design, "the design of a table that is read");
    TableReading<R> table = TableReading.of(from, design);
    return new RecordSource<>(
        table.name(), "record", table::state, Kind.FROM_BEGINNING, table::open);
  }

  /** The same records by another name, for example with the date in it. */
  public RecordSource<R> named(String newName) {
    return new RecordSource<>(newName, each, state, kind, opener);
  }

  /** The name of the load. */
  public String name() {
    return name;
  }

  String state() throws IOException {
    return state.now();
  }

  /** The same; empty when it is not there any more. */
  Optional<String> stateIfThere() throws IOException {
    try {
      return Optional.of(state());
    } catch (NoSuchFileException | TableNotFoundException e) {
      return Optional.empty();
    }
  }

  boolean isRepeatable() {
    return kind == Kind.REPEATABLE;
  }

  /** It will not be read. */
  void discard() throws IOException {
    if (kind == Kind.ONCE) {
      open().close();
    }
  }

  /** For messages. */
  String describe(long number) {
    return each + " " + number + " of " + name;
  }

  /** Begins to read; may be called once if it is not repeatable. */
  Reading<R> open() throws IOException {
    return opener.open();
  }

  /** Records one after the other. */
  static final class IteratorReading<R> implements Reading<R> {
    private final Iterator<R> records;
    private final Runnable ending;
    private long number;

    IteratorReading(Iterator<R> records, Runnable ending) {
      this.records = records;
      this.ending = ending;
    }

    @Override
    public R next() throws IOException {
      number++; // also of one that cannot be read
      try {
        if (!records.hasNext()) {
          number--;
          return null;
        }
        R next = records.next();
        if (next == null) {
          throw new IllegalArgumentException("the record is null");
        }
        return next;
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }

    @Override
    public long number() {
      return number;
    }

    @Override
    public void skip(long count) throws IOException {
      for (; number < count; number++) {
        if (!records.hasNext()) {
          throw new IOException(
              "there are " + number + " records, and " + count + " were read before");
        }
        records.next();
      }
    }

    @Override
    public void close() {
      ending.run();
    }
  }

  /** Lines as records. */
  private static final class LineReading<R> implements Reading<R> {
    private final BufferedReader lines;
    private final Function<String, R> record;
    private long number;

    LineReading(Path file, Function<String, R> record) throws IOException {
      this.record = record;
      InputStream in = Files.newInputStream(file);
      boolean opened = false;
      try {
        boolean packed = file.toString().endsWith(".gz");
        InputStream plain = packed ? WholeGzip.of(in, BUFFER_BYTES) : in;
        lines =
            new BufferedReader(
                new InputStreamReader(
                    plain,
                    StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT)),
                BUFFER_BYTES);
        opened = true;
      } finally {
        if (!opened) {
          in.close();
        }
      }
    }

    @Override
    public R next() throws IOException {
      for (String line = read(); line != null; line = read()) {
        R made = record.apply(line);
        if (made != null) {
          return made;
        }
      }
      return null;
    }

    private String read() throws IOException {
      String line = lines.readLine();
      number += line == null ? 0 : 1;
      return line;
    }

    @Override
    public long number() {
      return number;
    }

    @Override
    public void skip(long count) throws IOException {
      while (number < count) {
        if (read() == null) {
          throw new IOException(
              "there are " + number + " lines, and " + count + " were read before");
        }
      }
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }
}
