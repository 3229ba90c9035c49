package io.rowandb.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import io.rowandb.client.inprocess.CompleteDoor;
import io.rowandb.engine.bulk.BulkSort;
import io.rowandb.engine.bulk.BulkSortOptions;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.storefile.StoreFileOptions;
import io.rowandb.load.Calls.Call;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.NewRecords;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads that were stopped, go on, and come to the same as one that was not. */
@Tag("slow")
class StoppedLoadTest {
  private static final long MEMORY_BYTES = 16 << 20;
  private static final int FEW = 2_000;

  /** So many are in runs before all are read. */
  private static final int RECORDS = 30_000;

  /** Stops a load as a kill would. */
  private static final class Stop extends Error {
    private static final long serialVersionUID = 1;
  }

  /** Time that stands still, or is set. */
  private static final class SetClock extends Clock {
    private final AtomicLong millis = new AtomicLong(System.currentTimeMillis());

    void advance(Duration duration) {
      millis.addAndGet(duration.toMillis());
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis.get());
    }

    @Override
    public ZoneOffset getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(java.time.ZoneId zone) {
      return this;
    }
  }

  @TempDir private Path directory;
  private final SetClock clock = new SetClock();
  private final TableDesign<Call> design = Calls.marked("calls");
  private Connection connection;

  @BeforeEach
  void open() throws IOException {
    connection =
        ConnectionFactory.createConnection(
            Rowan.configuration(directory.resolve("store").toString()));
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
  }

  private Path work() {
    return directory.resolve("work");
  }

  private RecordBulkLoad<Call> load() {
    return RecordBulkLoad.into(connection, design, work())
        .memory(MEMORY_BYTES)
        .settings(new IndexSettings(clock, Duration.ofHours(1)));
  }

  /** Calls, of which those up to a number are made. */
  private record Source(int count, int last) implements Iterable<Call> {
    Source(int last) {
      this(RECORDS, last);
    }

    /** All of a few. */
    static Source few() {
      return new Source(FEW, FEW);
    }

    @Override
    public Iterator<Call> iterator() {
      return IntStream.range(0, count)
          .mapToObj(
              n -> {
                if (n == last) {
                  throw new Stop();
                }
                return Calls.call(n);
              })
          .iterator();
    }
  }

  private void assertAllThere() throws IOException {
    assertThere(RECORDS);
  }

  private void assertThere(int count) throws IOException {
    try (RecordTable<Call> table = RecordTable.open(connection, design)) {
      List<Call> found = table.all().allowFullScan().list();
      assertThat(found).hasSize(count);
      assertThat(new HashSet<>(found).equals(new HashSet<>(Calls.calls(0, count)))).isTrue();
      table
          .verifyIndexes(List.of("ticket", "callee", "tower"))
          .forEach(
              (index, report) ->
                  assertThat(report.missing() + report.stale() + report.conflicts())
                      .as(index + ": " + report)
                      .isZero());
    }
  }

  @Test
  void aLoadGoesOnBehindWhatWasSorted() throws IOException {
    for (int last : List.of(0, 1, 20_000, 25_000, RECORDS - 1)) {
      assertThatThrownBy(() -> load().load(RecordSource.of("all", new Source(last))))
          .isInstanceOf(Stop.class);
    }
    assertThat(load().loaded()).isEmpty();
    assertThat(positions()).hasSize(4).allMatch(position -> position > 0);
    Source whole = new Source(RECORDS);
    assertThat(load().load(RecordSource.of("all", whole)).records()).isEqualTo(RECORDS);
    assertAllThere();
  }

  @Test
  void linesThatWereSortedAreNotMadeRecordsAgain() throws IOException {
    Path file = directory.resolve("all.txt");
    Files.write(file, IntStream.range(0, RECORDS).mapToObj(Integer::toString).toList());
    AtomicInteger made = new AtomicInteger();
    AtomicInteger last = new AtomicInteger(RECORDS - 1);
    RecordSource<Call> lines =
        RecordSource.lines(
            file,
            line -> {
              int n = Integer.parseInt(line);
              if (n == last.get()) {
                throw new Stop();
              }
              made.incrementAndGet();
              return Calls.call(n);
            });
    assertThatThrownBy(() -> load().load(lines)).isInstanceOf(Stop.class);
    made.set(0);
    last.set(RECORDS);
    assertThat(load().load(lines).records()).isEqualTo(RECORDS);
    assertThat(made.get()).isLessThan(RECORDS);
    assertAllThere();
  }

  /** Up to which records the sorts of all tables but the note's are. */
  private List<Long> positions() throws IOException {
    List<Long> positions = new ArrayList<>();
    try (NewRecords<Call> records = NewRecords.open(connection, design, IndexSettings.usual())) {
      for (TableName name : records.tables()) {
        Path sort = work().resolve(Integer.toString(positions.size()));
        byte[] mark = markOf(connection.getTable(name).getDescriptor(), sort);
        positions.add(mark.length == 0 ? 0 : LoadMark.decode(mark, sort).position());
      }
    }
    return positions;
  }

  private static byte[] markOf(TableDescriptor table, Path sort) throws IOException {
    Map<String, StoreFileOptions> families = new HashMap<>();
    table
        .getColumnFamilyNames()
        .forEach(name -> families.put(Bytes.toString(name), StoreFileOptions.DEFAULT));
    BulkSortOptions options = new BulkSortOptions(families, MEMORY_BYTES, Long.MAX_VALUE, 0);
    try (BulkSort open = BulkSort.open(new LocalFileSystem(), sort, options, Runnable::run)) {
      return open.mark();
    }
  }

  @Test
  void anotherLoadDoesNotTakeTheDirectory() throws IOException {
    assertThatThrownBy(() -> load().load(RecordSource.of("all", new Source(20_000))))
        .isInstanceOf(Stop.class);
    assertThatThrownBy(() -> load().load(RecordSource.of("other", Calls.calls(0, 1))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has another load that is not finished: load all into calls");
    load().load(RecordSource.of("all", new Source(RECORDS)));
    assertAllThere();
  }

  @Test
  void recordsThatCanBeReadOnceAreSortedAnew() throws IOException {
    assertThatThrownBy(
            () ->
                load()
                    .load(
                        RecordSource.once(
                            "all",
                            IntStream.range(0, RECORDS)
                                .mapToObj(
                                    n -> {
                                      if (n == 20_000) {
                                        throw new Stop();
                                      }
                                      return Calls.call(n);
                                    }))))
        .isInstanceOf(Stop.class);
    load().load(RecordSource.once("all", IntStream.range(0, RECORDS).mapToObj(Calls::call)));
    assertAllThere();
  }

  /** A tool that dies before a table, behind it, or in the middle of it, and then the time. */
  @Test
  void tablesOfAClusterGetTheRestLater() throws IOException {
    for (int day = 0; day < 2; day++) {
      for (int calls : List.of(0, 1, 1)) {
        AtomicInteger left = new AtomicInteger(calls);
        HFileTool dying =
            (table, files) -> {
              if (left.getAndDecrement() == 0) {
                throw new Stop();
              }
              hbasesTool(table, files);
            };
        assertThatThrownBy(() -> load().through(dying).load(RecordSource.of("all", Source.few())))
            .isInstanceOf(Stop.class);
        assertThat(load().loaded()).isEmpty();
        clock.advance(Duration.ofMinutes(5));
      }
      clock.advance(Duration.ofHours(12));
    }
    HFileTool behind =
        (table, files) -> {
          hbasesTool(table, files);
          throw new Stop();
        };
    assertThatThrownBy(() -> load().through(behind).load(RecordSource.of("all", Source.few())))
        .isInstanceOf(Stop.class);
    load().through(this::hbasesTool).load(RecordSource.of("all", Source.few()));
    assertThat(load().loaded()).hasSize(1);
    assertThere(FEW);
  }

  private void hbasesTool(TableName table, Path files) throws IOException {
    BulkLoadHFiles.create(CompleteDoor.configure(new Configuration(connection.getConfiguration())))
        .bulkLoad(table, new org.apache.hadoop.fs.Path(files.toUri()));
  }

  @Test
  void whatIsOldIsMergedOnceMore() throws IOException {
    long begin = clock.millis();
    assertThatThrownBy(
            () ->
                load()
                    .through(
                        (table, files) -> {
                          throw new Stop();
                        })
                    .load(RecordSource.of("all", Source.few())))
        .isInstanceOf(Stop.class);
    clock.advance(Duration.ofMinutes(31));
    LoadReport report =
        load().through(this::hbasesTool).load(RecordSource.of("all", new Source(FEW, 0)));
    assertThat(report.timeMillis())
        .as("time of the cells")
        .isEqualTo(begin + Duration.ofMinutes(31).toMillis());
    assertThere(FEW);
  }

  @Test
  void whatTookTooLongIsMergedOnceMoreAndThenRefused() {
    assertThatThrownBy(
            () ->
                load()
                    .through((table, files) -> clock.advance(Duration.ofMinutes(31)))
                    .load(RecordSource.of("all", Source.few())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("took longer than half the grace");
  }
}
