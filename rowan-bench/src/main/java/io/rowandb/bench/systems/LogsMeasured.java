package io.rowandb.bench.systems;

import io.rowandb.systems.logs.LogQuery;
import io.rowandb.systems.logs.LogRecord;
import io.rowandb.systems.logs.LogStore;
import io.rowandb.systems.logs.LogTraffic;
import java.io.IOException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;

/** Lines of ten days, of a hundred groups with a hundred processes each. */
final class LogsMeasured implements MeasuredSystem {
  private static final int GROUPS = 100;
  private static final int GUIDS = 100;
  private static final LocalDate FIRST = LocalDate.of(2014, 3, 1);
  private static final int DAYS = 10;
  private static final int PAGE = 50;
  private static final int CODES = 40;
  private static final int FIRST_CODE = 4_600;

  private final LogStore store;
  private final LogTraffic traffic;
  private final EndlessData<LogRecord> more;

  LogsMeasured(Connection connection, long count) throws IOException {
    this.traffic = new LogTraffic(1, GROUPS, GUIDS, FIRST, DAYS, count);
    this.store = LogStore.open(connection);
    this.more = new EndlessData<>(2, seed -> numbered(seed, count));
  }

  private Stream<LogRecord> numbered(long seed, long count) {
    LogTraffic made = new LogTraffic(seed, GROUPS, GUIDS, FIRST, DAYS, count);
    return store.numbered(made.records(), made::title);
  }

  @Override
  public String loaded() {
    return "log lines";
  }

  @Override
  public long load(long wanted) throws IOException {
    return store.load(traffic.records(), traffic::title);
  }

  @Override
  public void write() throws IOException {
    store.add(more.next());
  }

  @Override
  public List<Question> questions() throws IOException {
    int[] files = new int[(int) ((traffic.lines() - 1) / LogTraffic.LINES_OF_FILE + 1)];
    for (int i = 0; i < files.length; i++) {
      files[i] = store.addFile(traffic.title(i));
    }
    return List.of(
        new Question("logs: a guid", r -> ofGuids(r, 1)),
        new Question("logs: three guids", r -> ofGuids(r, 3)),
        new Question("logs: a code", this::ofCode),
        new Question("logs: a line", r -> line(files, r)));
  }

  private long ofGuids(SplittableRandom random, int guids) throws IOException {
    int group = often(random, GROUPS);
    LogQuery.Builder question = question(random, group);
    for (int i = 0; i < guids; i++) {
      question.guid(traffic.guid(group, often(random, GUIDS)));
    }
    return page(question);
  }

  private long ofCode(SplittableRandom random) throws IOException {
    LogQuery.Builder question = question(random, often(random, GROUPS));
    return page(question.code(Integer.toString(FIRST_CODE + often(random, CODES))));
  }

  /** Of two days. */
  private LogQuery.Builder question(SplittableRandom random, int group) {
    LocalDate day = FIRST.plusDays(random.nextInt(DAYS - 1));
    return LogQuery.ofGroup(traffic.group(group)).days(day, day.plusDays(1));
  }

  private long line(int[] files, SplittableRandom random) throws IOException {
    long line = random.nextLong(traffic.lines());
    int file = files[(int) (line / LogTraffic.LINES_OF_FILE)];
    return store.get(file, (int) (line % LogTraffic.LINES_OF_FILE) + 1).isPresent() ? 1 : 0;
  }

  /** As the lines are spread: the small numbers more often. */
  private static int often(SplittableRandom random, int bound) {
    double which = random.nextDouble();
    return (int) (bound * which * which);
  }

  private long page(LogQuery.Builder question) throws IOException {
    return store.page(question.build(), PAGE, Optional.empty()).records().size();
  }

  @Override
  public void close() throws IOException {
    store.close();
  }
}
