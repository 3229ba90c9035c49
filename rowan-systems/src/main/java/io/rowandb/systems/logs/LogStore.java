package io.rowandb.systems.logs;

import io.rowandb.schema.join.Join;
import io.rowandb.schema.join.JoinedPair;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.Explanation;
import io.rowandb.schema.pattern.IndexReport;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.Page;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.UnservedReadException;
import io.rowandb.schema.pattern.UpgradePlan;
import io.rowandb.schema.pattern.notes.NotedDesigns;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * The lines of many logs: those of a group and some days that have a guid in either of two places,
 * or a code. Used by one thread, like the tables that it holds; each thread opens its own.
 *
 * <p>One table has the lines, once each, and the entries by which they are found. They stand apart:
 *
 * <pre>
 * D-   salt(file, line)   | file | line              the line, packed into one cell
 * I-1_ salt(group, guid)  | group | guid | time      one for each guid of the line
 * I-2_ salt(group, code)  | group | code | time
 * I-3_ salt(group, source)| group | source | time    once it was added
 * </pre>
 *
 * <p>An entry ends with the key of its line, so that any number of lines have entries of one guid
 * and one time. The salts spread a load over all regions, and leave the time out: a question is one
 * range of entries in one region, and gets the lines by their keys. A second table has the titles
 * of the files, with which answers are joined.
 */
public final class LogStore implements AutoCloseable {
  private static final String NAME = "logs";
  private static final String BY_SOURCE = "bySource";

  /** Lines whose titles are read together. */
  private static final int TOGETHER = 200;

  /** The same of lines that may be long: with the longest texts, 2,000,000 characters. */
  private static final int LONG_TOGETHER = 20;

  /** No more lines are read together with so many characters. */
  private static final long ENOUGH_CHARS = 1_000_000;

  /** The design of the table of a new store. */
  public static final TableDesign<LogRecord> DESIGN = LogDesign.begun(NAME).build();

  /** The same with an index by source, for a question that nobody asked at first. */
  public static final TableDesign<LogRecord> WITH_SOURCE =
      LogDesign.withSource(LogDesign.begun(NAME), BY_SOURCE).build();

  /** The titles of files. */
  public static final TableDesign<LogFile> FILES =
      TableDesign.of(NAME + "_files", LogFile.class)
          .key(key -> key.part(LogFile::id, Parts.unsignedInt(Integer.BYTES)))
          .family("f")
          .column(LogFile::title, "f:t")
          .marked()
          .build();

  // Fixed at construction.
  private final RecordTable<LogRecord> lines;
  private final RecordTable<LogFile> files;
  private final FileTitles titles;

  private LogStore(Connection connection, TableDesign<LogRecord> design, IndexSettings settings)
      throws IOException {
    files = RecordTable.open(connection, FILES);
    titles = new FileTitles(files);
    lines = RecordTable.open(connection, design, settings);
  }

  /**
   * Opens the tables, and makes them if there are none; with the index by source if it was added.
   *
   * @param connection stays open, and stays the caller's
   */
  public static LogStore open(Connection connection) throws IOException {
    return open(connection, IndexSettings.usual());
  }

  static LogStore open(Connection connection, IndexSettings settings) throws IOException {
    TableDesign<LogRecord> design = design(connection);
    if (design == DESIGN) {
      RecordTable.openOrCreate(connection, design).close();
    }
    RecordTable.openOrCreate(connection, FILES).close();
    return new LogStore(connection, design, settings);
  }

  /**
   * Opens the tables, which must be there.
   *
   * @param connection stays open, and stays the caller's
   * @throws TableNotFoundException when they are not
   */
  public static LogStore openExisting(Connection connection) throws IOException {
    requireTable(connection);
    return new LogStore(connection, design(connection), IndexSettings.usual());
  }

  /**
   * Opens the tables, which must be there, and writes the entries of the index by source from now
   * on, also before it is built. When all who write do so, nobody is stopped by {@link #addSource}.
   *
   * @param connection stays open, and stays the caller's
   * @throws TableNotFoundException when they are not
   */
  public static LogStore openWithSource(Connection connection) throws IOException {
    return openWithSource(connection, IndexSettings.usual());
  }

  static LogStore openWithSource(Connection connection, IndexSettings settings) throws IOException {
    requireTable(connection);
    return new LogStore(connection, WITH_SOURCE, settings);
  }

  /**
   * Builds the index by source from the lines that are there, while others read and write. Writes
   * through stores opened earlier by {@link #open} soon fail; reopen those stores.
   *
   * @return what was found of it; of one that is built already, what {@link #verify} finds
   * @throws TableNotFoundException when the tables are not there
   */
  public static IndexReport addSource(Connection connection) throws IOException {
    return addSource(connection, IndexSettings.usual());
  }

  static IndexReport addSource(Connection connection, IndexSettings settings) throws IOException {
    requireTable(connection);
    UpgradePlan.of(connection, WITH_SOURCE, settings).run();
    try (RecordTable<LogRecord> table = RecordTable.open(connection, WITH_SOURCE, settings)) {
      return table.verifyIndex(BY_SOURCE);
    }
  }

  private static void requireTable(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableDesign<?> each : List.of(DESIGN, FILES)) {
        if (!admin.tableExists(each.name())) {
          throw new TableNotFoundException("there is no table " + each.name());
        }
      }
    }
  }

  /**
   * The design that the table of lines has now, for programs that write it themselves: with the
   * index by source if it was added. A store that was opened before may have another.
   */
  public static TableDesign<LogRecord> design(Connection connection) throws IOException {
    boolean bySource =
        NotedDesigns.of(connection, DESIGN.name()).stream()
            .flatMap(design -> design.indexes().stream())
            .anyMatch(index -> index.name().equals(BY_SOURCE));
    return bySource ? WITH_SOURCE : DESIGN;
  }

  /**
   * The number of the file with this title, the same for all programs; a title that is not
   * registered gets a new one.
   *
   * @param title 1 to 500 characters
   */
  public int addFile(String title) throws IOException {
    return titles.add(title);
  }

  /** A file by its number; empty when it is not registered. */
  public Optional<LogFile> file(int id) throws IOException {
    return titles.file(id);
  }

  /** Writes a line, in the place of one with the same file and number. */
  public void add(LogRecord line) throws IOException {
    lines.put(line);
  }

  /** Writes lines, many per call. When it fails, some may be written: it can be called again. */
  public void addAll(Iterable<LogRecord> some) throws IOException {
    lines.putAll(some);
  }

  /**
   * Writes many lines, the fast way. Lines that are there already are written again, so a stopped
   * load can be run again.
   *
   * @param some whose files have the numbers of {@link #addFile}; closed
   * @return how many
   */
  public long load(Stream<LogRecord> some) throws IOException {
    return lines.load(some);
  }

  /**
   * The same of lines whose files are numbered in another way, as by {@link LogTraffic}.
   *
   * @param titles the title of each number
   */
  public long load(Stream<LogRecord> some, IntFunction<String> titles) throws IOException {
    try {
      return lines.load(numbered(some, titles));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Lines whose files are numbered in another way, with the numbers of {@link #addFile}: each title
   * is registered when its first line is read.
   *
   * @param titles the title of each number
   * @return closes the other stream; throws UncheckedIOException when a title cannot be registered
   */
  public Stream<LogRecord> numbered(Stream<LogRecord> some, IntFunction<String> titles) {
    return this.titles.numbered(some, titles);
  }

  /**
   * A batch of one day: the first line of another one ends its load, and lines before it are
   * written.
   *
   * @param name of the batch, for the error
   * @param date in UTC
   * @return a stream that throws IllegalArgumentException at that line
   */
  public static Stream<LogRecord> ofDate(String name, LocalDate date, Stream<LogRecord> some) {
    return some.map(
        line -> {
          if (!line.date().equals(date)) {
            throw new IllegalArgumentException(
                name + ", line " + line.line() + ": " + line.time() + " is not of " + date);
          }
          return line;
        });
  }

  /** A line by its file and its number in it. */
  public Optional<LogRecord> get(int file, int line) throws IOException {
    return lines.get(file, line);
  }

  /** The answer, each line once, the oldest first. */
  public List<LogRecord> ask(LogQuery question) throws IOException {
    if (question.guids().size() < 2) {
      return query(question).list();
    }
    GuidUnion union = union(question, Optional.empty());
    List<LogRecord> all = new ArrayList<>();
    while (union.hasNext()) {
      union.next().ifPresent(all::add);
    }
    return all;
  }

  /** Begins at the place, or a little before it, as far as the index can tell. */
  GuidUnion union(LogQuery question, Optional<LinePlace> after) throws IOException {
    Instant from = after.map(LinePlace::time).orElse(question.begin());
    List<RecordQuery<LogRecord>> queries =
        question.alternatives().stream().map(each -> query(lines, each, from)).toList();
    return new GuidUnion(queries, after);
  }

  /**
   * The same with the titles of the files, read as they are taken: 200 lines at a time, and the
   * titles of these in one call.
   *
   * @return to be closed
   */
  public Stream<LogLine> askWithTitles(LogQuery question) throws IOException {
    if (question.guids().size() > 1) {
      GuidUnion union = union(question, Optional.empty());
      return Stream.generate(() -> titled(union))
          .takeWhile(some -> !some.isEmpty())
          .flatMap(List::stream);
    }
    return Join.of(query(question), files)
        .on(LogRecord::file)
        .is(LogFile::id)
        .leftOuter()
        .lookup()
        .map(LogStore::titled);
  }

  private List<LogLine> titled(GuidUnion union) {
    try {
      return titles.titled(some(union, TOGETHER, ENOUGH_CHARS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<LogRecord> some(GuidUnion union, int most, long enoughChars)
      throws IOException {
    List<LogRecord> some = new ArrayList<>();
    long chars = 0;
    while (some.size() < most && chars < enoughChars && union.hasNext()) {
      LogRecord line = union.next().orElseThrow();
      some.add(line);
      chars += line.textChars();
    }
    return some;
  }

  /**
   * Some of {@link #ask} with the titles of the files, which are read in one call.
   *
   * @param size at least 1
   * @param after the token of the page before, of the same question; empty for the first page
   * @throws IllegalArgumentException when the token is of another question, or none
   * @throws UnservedReadException when a source is asked for, and no index has it
   */
  public Page<LogLine> page(LogQuery question, int size, Optional<String> after)
      throws IOException {
    if (question.guids().size() > 1) {
      return unionPage(question, size, Long.MAX_VALUE, after);
    }
    RecordQuery<LogRecord> query = query(question);
    Page<LogRecord> page = after.isPresent() ? query.page(size, after.get()) : query.page(size);
    return new Page<>(titles.titled(page.records()), page.next());
  }

  /**
   * The same, of fewer lines when they are long: with 1,000,000 characters a page is full. No more
   * than 20 lines are read beyond that.
   */
  public Page<LogLine> shortPage(LogQuery question, int size, Optional<String> after)
      throws IOException {
    if (question.guids().size() > 1) {
      return unionPage(question, size, ENOUGH_CHARS, after);
    }
    List<LogLine> lines = new ArrayList<>();
    Optional<String> next = after;
    long chars = 0;
    do {
      Page<LogLine> some = page(question, Math.min(LONG_TOGETHER, size - lines.size()), next);
      lines.addAll(some.records());
      chars += some.records().stream().mapToLong(line -> line.record().textChars()).sum();
      next = some.next();
    } while (next.isPresent() && lines.size() < size && chars < ENOUGH_CHARS);
    return new Page<>(lines, next);
  }

  private Page<LogLine> unionPage(
      LogQuery question, int size, long enoughChars, Optional<String> after) throws IOException {
    Optional<LinePlace> place = after.map(token -> LinePlace.of(token, question));
    GuidUnion union = union(question, place);
    List<LogRecord> some = some(union, size, enoughChars);
    return new Page<>(
        titles.titled(some),
        union.hasNext()
            ? Optional.of(LinePlace.of(some.get(some.size() - 1)).token(question))
            : Optional.empty());
  }

  /**
   * Some line, the same until others are written; it reads one row.
   *
   * @param connection stays open, and stays the caller's; the call has a table of its own, so that
   *     any thread may make it
   * @return empty when there is none
   * @throws TableNotFoundException when there is no table
   */
  public static Optional<LogRecord> any(Connection connection) throws IOException {
    Scan lines =
        new Scan()
            .setStartStopRowForPrefixScan(LogDesign.LINES.getBytes(StandardCharsets.US_ASCII));
    try (Table table = connection.getTable(DESIGN.name());
        ResultScanner rows = table.getScanner(lines.setOneRowLimit())) {
      return Optional.ofNullable(rows.next()).map(DESIGN::read);
    }
  }

  private static LogLine titled(JoinedPair<LogRecord, LogFile> pair) {
    return new LogLine(pair.left(), Optional.ofNullable(pair.right()).map(LogFile::title));
  }

  /**
   * How {@link #ask} is read.
   *
   * @throws IllegalArgumentException when several guids are asked for: each is read in its own way
   */
  public Explanation explain(LogQuery question) throws IOException {
    return query(question).explain();
  }

  /** How {@link #ask} is read, for each guid if several are asked for. */
  public List<Explanation> explainAll(LogQuery question) throws IOException {
    if (question.guids().size() < 2) {
      return List.of(explain(question));
    }
    List<Explanation> all = new ArrayList<>();
    for (LogQuery each : question.alternatives()) {
      all.add(explain(each));
    }
    return all;
  }

  private RecordQuery<LogRecord> query(LogQuery question) {
    return query(lines, question);
  }

  static RecordQuery<LogRecord> query(RecordTable<LogRecord> table, LogQuery question) {
    return query(table, question, question.begin());
  }

  private static RecordQuery<LogRecord> query(
      RecordTable<LogRecord> table, LogQuery question, Instant from) {
    RecordQuery<LogRecord> query =
        table
            .where(LogRecord::group)
            .is(question.group())
            .between(LogRecord::time, from, question.end());
    if (question.guid() != null) {
      return query.where(LogRecord::guid1).or(LogRecord::guid2).is(question.guid());
    }
    return question.code() != null
        ? query.where(LogRecord::code).is(question.code())
        : query.where(LogRecord::source).is(question.source());
  }

  /** The one cell of a line, for designs that are compared. */
  static byte[] packed(LogRecord line) {
    return CellUtil.cloneValue(
        DESIGN.rows().writeNew(line).put().getFamilyCellMap().firstEntry().getValue().get(0));
  }

  /** Compares all indexes with the lines, and reads both completely. */
  public Map<String, IndexReport> verify() throws IOException {
    return lines.verifyIndexes(
        lines.design().indexes().stream().map(index -> index.name()).toList());
  }

  /** The connection stays open. */
  @Override
  public void close() throws IOException {
    try (lines) {
      files.close();
    }
  }
}
