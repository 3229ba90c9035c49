package io.rowandb.bench.systems;

import io.rowandb.systems.calls.CallRecord;
import io.rowandb.systems.calls.CallRecords;
import io.rowandb.systems.calls.CallTraffic;
import io.rowandb.systems.calls.Tariff;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;

/** Call records of three months, a hundred of each person. */
final class CallsMeasured implements MeasuredSystem {
  private static final YearMonth FIRST = YearMonth.of(2011, 7);
  private static final int MONTHS = 3;
  private static final int OF_A_PERSON = 100;
  private static final int MOST_PEOPLE = 1_000_000;
  private static final int PEOPLE_OF_AREA = 2_000;
  private static final int CELLS = 50;
  private static final int HOURS = 24 * 28;
  private static final Tariff TARIFF = new Tariff(9, 100);

  private final CallRecords records;
  private final long count;
  private final int people;
  private final EndlessData<CallRecord> more;

  CallsMeasured(Connection connection, long count) throws IOException {
    this.count = count;
    this.people = (int) Math.max(OF_A_PERSON, Math.min(MOST_PEOPLE, count / OF_A_PERSON));
    this.records = CallRecords.open(connection);
    this.more = new EndlessData<>(2, this::traffic);
  }

  private Stream<CallRecord> traffic(long seed) {
    return new CallTraffic(seed, people, FIRST, MONTHS, count).records();
  }

  @Override
  public String loaded() {
    return "call records";
  }

  @Override
  public long load(long wanted) throws IOException {
    return records.load(new CallTraffic(1, people, FIRST, MONTHS, wanted / 2).records());
  }

  @Override
  public void write() throws IOException {
    records.add(more.next());
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Question("calls: month", r -> records.month(phone(r), month(r)).size()),
        new Question("calls: day", this::day),
        new Question("calls: bill", r -> records.bill(phone(r), month(r), TARIFF).usage().calls()),
        new Question("calls: cell", this::cell));
  }

  private long day(SplittableRandom random) throws IOException {
    Instant month = month(random).atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    Instant from = month.plus(Duration.ofHours(random.nextInt(HOURS)));
    return records.span(phone(random), from, from.plus(Duration.ofDays(1))).size();
  }

  private long cell(SplittableRandom random) throws IOException {
    int area = random.nextInt(people / PEOPLE_OF_AREA + 1);
    return records.cell(area, random.nextInt(CELLS), month(random)).calls();
  }

  /** As callers are spread: the small numbers more often. */
  private long phone(SplittableRandom random) {
    return CallTraffic.FIRST_PHONE + (int) (people * Math.pow(random.nextDouble(), 3));
  }

  private static YearMonth month(SplittableRandom random) {
    return FIRST.plusMonths(random.nextInt(MONTHS));
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
