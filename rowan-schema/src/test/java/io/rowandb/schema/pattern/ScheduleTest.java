package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.BackEnd;
import io.rowandb.schema.backend.OnBackEnd;
import io.rowandb.schema.pattern.Schedule.Deed;
import io.rowandb.schema.pattern.Schedule.Event;
import io.rowandb.schema.pattern.Schedule.Thing;
import io.rowandb.schema.pattern.schedule.Choices;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Schedules of writers and readers of a table with copies and a unique index: short programs in all
 * orders of their calls, and long ones with deaths, late calls, jumps of clocks and compactions,
 * drawn. {@code -Drowan.schedules} says how many are drawn, {@code -Drowan.seed} with which seed
 * they begin.
 */
@Tag("slow")
@OnBackEnd
class ScheduleTest {
  private static final long SEED = Long.getLong("rowan.seed", 20_261_126L);
  private static final int DRAWN =
      Integer.getInteger("rowan.schedules", BackEnd.isHBase() ? 30 : 4_000);

  /** So many orders of one pair of programs are tried at most. */
  private static final int ORDERS = BackEnd.isHBase() ? 5 : BackEnd.isFull() ? 20_000 : 300;

  /** Schedules in one table; then it would take longer to read. */
  private static final int OF_A_TABLE = 2_000;

  private static final Map<Event, Integer> EVENTS =
      Map.of(Event.DEATH, 1, Event.LATE_CALL, 3, Event.CLOCK, 2);

  /** One schedule in so many has a compaction, of all rows, which takes longer than a schedule. */
  private static final int ONE_WITH_COMPACTION = 200;

  private static final Map<Event, Integer> WITH_COMPACTION =
      Map.of(Event.DEATH, 1, Event.LATE_CALL, 3, Event.CLOCK, 2, Event.COMPACTION, 1);

  private static Deed deed(Random random, long run, int number) {
    int id = random.nextInt(Schedule.IDS);
    String color = Schedule.COLORS.get(random.nextInt(Schedule.COLORS.size()));
    return switch (random.nextInt(9)) {
      case 8 -> new Deed(Deed.Kind.REPAIR, 0, null, null);
      case 0, 1 -> new Deed(Deed.Kind.DELETE, id, null, null);
      case 2, 3 -> new Deed(Deed.Kind.READ, 0, null, color);
      default -> put(run, id, Schedule.NAMES.get(random.nextInt(2)), color, "t" + number);
    };
  }

  private static Deed put(long run, int id, String name, String color, String text) {
    return new Deed(Deed.Kind.PUT, id, new Thing(run, id, name, color, text), null);
  }

  @Test
  void drawnSchedules(Connection connection) throws IOException {
    System.out.println("-Drowan.seed=" + SEED);
    long steps = 0;
    for (int first = 0; first < DRAWN; first += OF_A_TABLE) {
      try (Schedule schedule = new Schedule(connection, BackEnd.newTableName("schedules"))) {
        for (int i = first; i < Math.min(DRAWN, first + OF_A_TABLE); i++) {
          long seed = SEED + i;
          Random random = new Random(seed);
          List<List<Deed>> programs = new ArrayList<>();
          int number = 0;
          for (int client = 0; client < Schedule.CLIENTS; client++) {
            List<Deed> program = new ArrayList<>();
            for (int deeds = 1 + random.nextInt(3); deeds > 0; deeds--) {
              program.add(deed(random, i, number++));
            }
            programs.add(program);
          }
          var events = i % ONE_WITH_COMPACTION == 0 ? WITH_COMPACTION : EVENTS;
          try {
            schedule.run(i, Choices.drawn(seed), programs, events);
          } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
          }
        }
        steps += schedule.steps();
      }
    }
    System.out.printf("%,d schedules, %,d steps%n", DRAWN, steps);
    assertThat(steps).isGreaterThan(20L * DRAWN);
  }

  @Test
  void allOrdersOfTwoClients(Connection connection) throws IOException {
    List<List<List<Deed>>> pairs = new ArrayList<>();
    List<Deed> deeds =
        List.of(
            put(0, 0, "a", "r", "t1"),
            put(0, 0, "b", "g", "t2"),
            put(0, 1, "a", "r", "t3"),
            new Deed(Deed.Kind.DELETE, 0, null, null),
            new Deed(Deed.Kind.READ, 0, null, "r"));
    for (int one = 0; one < deeds.size(); one++) {
      for (int other = one; other < deeds.size(); other++) {
        pairs.add(List.of(List.of(deeds.get(one)), List.of(deeds.get(other))));
      }
    }
    long run = 0;
    for (List<List<Deed>> pair : pairs) {
      try (Schedule schedule = new Schedule(connection, BackEnd.newTableName("schedules"))) {
        Choices choices = Choices.all();
        for (int orders = 0; orders == 0 || (orders < ORDERS && choices.toNext()); orders++) {
          run++;
          schedule.run(run, choices, ofRun(pair, run), Map.of());
        }
      }
    }
    System.out.printf("%,d orders%n", run);
    assertThat(run).isGreaterThan(pairs.size());
  }

  private static List<List<Deed>> ofRun(List<List<Deed>> programs, long run) {
    return programs.stream()
        .map(
            program ->
                program.stream()
                    .map(
                        deed ->
                            deed.thing() == null
                                ? deed
                                : put(
                                    run,
                                    deed.id(),
                                    deed.thing().name(),
                                    deed.thing().color(),
                                    deed.thing().text()))
                    .toList())
        .toList();
  }
}
