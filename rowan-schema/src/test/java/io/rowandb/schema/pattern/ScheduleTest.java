package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rowandb.schema.pattern.Schedule.Event;
import io.rowandb.schema.pattern.schedule.Choices;
import io.rowandb.schema.pattern.schedule.Deed;
import io.rowandb.schema.pattern.schedule.Place;
import io.rowandb.schema.pattern.schedule.Shape;
import io.rowandb.schema.pattern.schedule.Thing;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Schedules of writers and readers of a table with a unique index, and with copies, details in rows
 * of their own, a view, or the last two: short programs in all orders of their calls, and long ones
 * with deaths, late calls, jumps of clocks and compactions, drawn. {@code -Drowan.schedules} says
 * how many are drawn, {@code -Drowan.seed} with which seed they begin.
 */
@Tag("slow")
@OnBackEnd
class ScheduleTest {
  private static final long SEED = Long.getLong("rowan.seed", 20_261_126L);
  private static final int DRAWN =
      Integer.getInteger("rowan.schedules", BackEnd.isFull() ? 2_000 : 1_000);
  private static final int OF_BACK_END = BackEnd.isHBase() ? 15 : BackEnd.isFull() ? 200 : 100;

  /** So many orders of one pair of programs are tried at most. */
  private static final int ORDERS = BackEnd.isHBase() ? 2 : BackEnd.isFull() ? 20_000 : 75;

  /** Schedules in one table; then it would take longer to read. */
  private static final int OF_A_TABLE = 2_000;

  private static final Map<Event, Integer> EVENTS =
      Map.of(Event.DEATH, 1, Event.LATE_CALL, 3, Event.CLOCK, 2);

  /** One schedule in so many has a compaction, of all rows, which takes longer than a schedule. */
  private static final int ONE_WITH_COMPACTION = 200;

  private static final Map<Event, Integer> WITH_COMPACTION =
      Map.of(
          Event.DEATH, 1, Event.LATE_CALL, 3, Event.CLOCK, 2, Event.COMPACTION, 1, Event.EXPIRY, 2);

  /**
   * What a client does.
   *
   * @param schedule says what is possible
   */
  private static Deed deed(Random random, long run, int number, Schedule<?> schedule) {
    int id = random.nextInt(Schedule.IDS);
    String color = Schedule.COLORS.get(random.nextInt(Schedule.COLORS.size()));
    Thing thing = new Thing(run, id, Schedule.NAMES.get(random.nextInt(2)), color, "t" + number);
    int way = random.nextInt(14);
    if (!schedule.mayDecide() && way > 4) {
      return Deed.put(thing);
    }
    return switch (way) {
      case 0, 1 -> Deed.delete(id);
      case 2, 3 -> Deed.read(color);
      case 4 -> Deed.repair();
      case 5, 6 -> Deed.add(thing);
      case 7 -> Deed.replace(thing);
      case 8 -> Deed.drop(thing);
      case 9, 10 -> schedule.mayUpdate() ? Deed.append(thing) : Deed.replace(thing);
      default -> Deed.put(thing);
    };
  }

  /** Every second one writes both records in one call. */
  private static Deed deedOfBatch(Random random, long run, int number, Schedule<?> schedule) {
    Deed deed = deed(random, run, number, schedule);
    if (deed.thing() == null || random.nextBoolean()) {
      return deed;
    }
    boolean merges = schedule.mayUpdate() && random.nextBoolean();
    return Deed.both(merges ? Deed.Kind.MERGE_BOTH : Deed.Kind.ADD_BOTH, deed.thing());
  }

  /** Draws what a client does. */
  @FunctionalInterface
  private interface Draw {
    Deed deed(Random random, long run, int number, Schedule<?> schedule);
  }

  private static List<List<Deed>> programs(long seed, long run, Schedule<?> schedule, Draw draw) {
    Random random = new Random(seed);
    List<List<Deed>> programs = new ArrayList<>();
    int number = 0;
    for (int client = 0; client < Schedule.CLIENTS; client++) {
      List<Deed> program = new ArrayList<>();
      for (int deeds = 1 + random.nextInt(3); deeds > 0; deeds--) {
        program.add(draw.deed(random, run, number++, schedule));
      }
      programs.add(program);
    }
    return programs;
  }

  /** Of the model, where all may have compactions. */
  @ParameterizedTest
  @ValueSource(strings = {"copies", "details", "view", "details and view", "expiring"})
  void drawnSchedules(String kind) throws IOException {
    assumeFalse(BackEnd.isHBase(), "the model is no back end");
    try (Schedule<?> schedule = new Schedule<>(Place.ofModel(), shape(kind))) {
      draw(schedule, 0, DRAWN, 1, ScheduleTest::deed);
      System.out.printf("%s: %,d schedules, %,d steps%n", kind, DRAWN, schedule.steps());
      assertThat(schedule.steps()).isGreaterThan(20 * DRAWN);
    }
  }

  /** The same with clients that also write many records in one call. */
  @ParameterizedTest
  @ValueSource(strings = {"copies", "details", "view", "details and view"})
  void drawnSchedulesOfBatches(String kind) throws IOException {
    assumeFalse(BackEnd.isHBase(), "the model is no back end");
    int count = DRAWN / 4;
    try (Schedule<?> schedule = new Schedule<>(Place.ofModel(), shape(kind))) {
      draw(schedule, 0, count, 1, ScheduleTest::deedOfBatch);
      assertThat(schedule.steps()).isGreaterThan(20 * count);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"copies", "details", "view", "details and view", "expiring"})
  void drawnSchedulesOfTheBackEnd(String kind, Connection connection) throws IOException {
    drawOfBackEnd(kind, Place.of(connection));
  }

  /** The same by the asynchronous form of the client. */
  @ParameterizedTest
  @ValueSource(strings = {"copies", "details", "view", "details and view", "expiring"})
  void drawnSchedulesOfAsynchronousCalls(String kind, Connection connection) throws IOException {
    try (AsyncConnection async =
        ConnectionFactory.createAsyncConnection(connection.getConfiguration()).join()) {
      drawOfBackEnd(kind, Place.of(connection, async));
    }
  }

  private static void drawOfBackEnd(String kind, Place place) throws IOException {
    long steps = 0;
    for (int first = 0; first < OF_BACK_END; first += OF_A_TABLE) {
      try (Schedule<?> schedule = new Schedule<>(place, shape(kind))) {
        int end = Math.min(OF_BACK_END, first + OF_A_TABLE);
        draw(schedule, first, end, ONE_WITH_COMPACTION, ScheduleTest::deed);
        steps += schedule.steps();
      }
    }
    assertThat(steps).isGreaterThan(20L * OF_BACK_END);
  }

  private static Shape<?> shape(String kind) {
    String table = BackEnd.newTableName(kind.replace(' ', '_'));
    return switch (kind) {
      case "copies" -> Shape.withCopies(table);
      case "details" -> Shape.withDetails(table);
      case "details and view" -> Shape.withDetailsAndView(table);
      case "expiring" -> Shape.thatExpires(table);
      default -> Shape.withView(table);
    };
  }

  private static void draw(
      Schedule<?> schedule, int first, int end, int oneWithCompaction, Draw draw)
      throws IOException {
    for (int i = first; i < end; i++) {
      long seed = SEED + i;
      var events = i % oneWithCompaction == 0 ? WITH_COMPACTION : EVENTS;
      try {
        schedule.run(i, Choices.drawn(seed), programs(seed, i, schedule, draw), events);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("-Drowan.seed=" + seed + ": " + e.getMessage(), e);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"copies", "details", "view", "details and view"})
  void allOrdersOfTwoClients(String kind, Connection connection) throws IOException {
    List<List<List<Deed>>> pairs = new ArrayList<>();
    List<Deed> deeds =
        List.of(
            Deed.put(new Thing(0, 0, "a", "r", "t1")),
            Deed.put(new Thing(0, 0, "b", "g", "t2")),
            Deed.put(new Thing(0, 1, "a", "r", "t3")),
            Deed.delete(0),
            Deed.read("r"));
    for (int one = 0; one < deeds.size(); one++) {
      for (int other = one; other < deeds.size(); other++) {
        pairs.add(List.of(List.of(deeds.get(one)), List.of(deeds.get(other))));
      }
    }
    long run = 0;
    Place place = BackEnd.isHBase() ? Place.of(connection) : Place.ofModel();
    for (List<List<Deed>> pair : pairs) {
      try (Schedule<?> schedule = new Schedule<>(place, shape(kind))) {
        Choices choices = Choices.all();
        for (int orders = 0; orders == 0 || (orders < ORDERS && choices.toNext()); orders++) {
          run++;
          schedule.run(run, choices, ofRun(pair, run), Map.of());
        }
      }
    }
    System.out.printf("%s: %,d orders%n", kind, run);
    assertThat(run).isGreaterThan(pairs.size());
  }

  private static List<List<Deed>> ofRun(List<List<Deed>> programs, long run) {
    return programs.stream()
        .map(program -> program.stream().map(deed -> deed.ofRun(run)).toList())
        .toList();
  }
}
