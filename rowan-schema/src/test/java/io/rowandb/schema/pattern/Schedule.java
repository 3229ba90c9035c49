package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.chain.Stamped;
import io.rowandb.schema.pattern.notes.ReadStates;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.Position;
import io.rowandb.schema.pattern.schedule.Choices;
import io.rowandb.schema.pattern.schedule.Network;
import io.rowandb.schema.pattern.schedule.SteppedCarrier;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/**
 * Schedules of three clients that write and read a few records of one table, one schedule after the
 * other. Each has a key part of its own, so that one sees nothing of another. Used by one thread.
 */
final class Schedule implements AutoCloseable {
  static final int CLIENTS = 3;
  static final int IDS = 2;
  static final List<String> NAMES = List.of("a", "b");
  static final List<String> COLORS = List.of("r", "g");

  /** Of one schedule; one that takes more has clients that hinder each other for ever. */
  private static final int MOST_STEPS = 5_000;

  private static final Duration GRACE = Duration.ofHours(1);
  private static final long[] JUMPS = {0, 1, 2, 5, -5, 600_000, -600_000};

  record Thing(long run, int id, String name, String color, String text) {}

  /** What a client does: of a read the record is null, and the color is asked for. */
  record Deed(Kind kind, int id, Thing thing, String color) {
    enum Kind {
      PUT,
      DELETE,
      READ,
      REPAIR
    }

    @Override
    public String toString() {
      return switch (kind) {
        case PUT -> "put " + thing.id + thing.name + thing.color + thing.text;
        case DELETE -> "delete " + id;
        case READ -> "read " + color;
        case REPAIR -> "repair";
      };
    }
  }

  /** What may happen beside. */
  enum Event {
    /** A client dies; of its calls some are executed, some later, some in part, some never. */
    DEATH,
    /** A call is executed once more. */
    LATE_CALL,
    /** A client's clock jumps. */
    CLOCK,
    /** The table is flushed and compacted. */
    COMPACTION
  }

  /** A write of a row, by the steps in which it began and was answered. */
  private static final class Write {
    private final int id;
    private final Thing value;
    private final int start;
    private int end = Integer.MAX_VALUE;
    private boolean refused;

    Write(int id, Thing value, int start) {
      this.id = id;
      this.value = value;
      this.start = start;
    }
  }

  private final class Client {
    private final TableParts<Thing> parts;
    private final WaitingCarrier calls;
    private long skewMillis;
    private boolean dead;
    private Deed current;
    private final Deque<Deed> deeds = new ArrayDeque<>();

    Client(int number, Connection connection) throws IOException {
      calls = new WaitingCarrier(connection);
      parts =
          TableParts.of(
              new SteppedCarrier(number, calls, network),
              design,
              new IndexSettings(clock(), GRACE));
    }

    private Clock clock() {
      return new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }

        @Override
        public Instant instant() {
          return Instant.ofEpochMilli(nowMillis + skewMillis);
        }
      };
    }
  }

  private final Connection connection;
  private final TableDesign<Thing> design;
  private final Network network = new Network();
  private final List<Client> clients = new ArrayList<>();
  private final RecordTable<Thing> checker;
  private final RecordTable<Thing> later;
  private final Map<Event, Integer> left = new EnumMap<>(Event.class);
  private final List<Network.Call<?>> done = new ArrayList<>();
  private final List<Write> writes = new ArrayList<>();
  private final List<CompletableFuture<?>> outcomes = new ArrayList<>();
  private final StringBuilder told = new StringBuilder();

  private Choices choices;
  private long run;
  private int step;
  private int steps;
  private long nowMillis;

  Schedule(Connection connection, String table) throws IOException {
    this.connection = connection;
    design = design(table);
    checker = RecordTable.create(connection, design);
    Clock ahead = Clock.offset(Clock.systemUTC(), GRACE.multipliedBy(3));
    later = RecordTable.open(connection, design, new IndexSettings(ahead, GRACE));
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(new Client(i, connection));
    }
  }

  private static TableDesign<Thing> design(String table) {
    return TableDesign.of(table, Thing.class)
        .key(key -> key.part(Thing::run, Parts.unsigned(8)).part(Thing::id))
        .family("f")
        .column(Thing::name, "f:n")
        .column(Thing::color, "f:c")
        .column(Thing::text, "f:t")
        .index(
            "byName",
            index ->
                index
                    .on(key -> key.part(Thing::run).part(Thing::name))
                    .unique()
                    .covering(Thing::color, Thing::text))
        .index(
            "byColor",
            index ->
                index
                    .on(key -> key.part(Thing::run).part(Thing::color))
                    .covering(Thing::name, Thing::text))
        .build();
  }

  /** How many steps all schedules had. */
  int steps() {
    return steps;
  }

  /**
   * Carries out a schedule, and checks what it leaves.
   *
   * @param programs what each client does; the runs of their things are those of this one
   * @param events how many of each may happen
   */
  void run(long newRun, Choices newChoices, List<List<Deed>> programs, Map<Event, Integer> events)
      throws IOException {
    run = newRun;
    choices = newChoices;
    step = 0;
    nowMillis = System.currentTimeMillis();
    network.waiting().clear();
    done.clear();
    writes.clear();
    outcomes.clear();
    told.setLength(0);
    told.append("run ").append(run).append(' ').append(programs).append(':');
    left.clear();
    left.putAll(events);
    for (int i = 0; i < CLIENTS; i++) {
      Client client = clients.get(i);
      client.skewMillis = choices.oneIn(3) ? JUMPS[choices.of(JUMPS.length)] : 0;
      client.dead = false;
      client.current = null;
      client.deeds.clear();
      client.deeds.addAll(i < programs.size() ? programs.get(i) : List.of());
    }
    boolean older = choices.oneIn(3);
    if (older) {
      writeUnmarked();
    }
    toTheEnd();
    if (older) {
      left.clear();
      Deed repair = new Deed(Deed.Kind.REPAIR, 0, null, null);
      clients.stream().filter(client -> !client.dead).findFirst().get().deeds.add(repair);
      toTheEnd();
    }
    check("at the end");
    for (int i = 0; i < 2 && executeLate(); i++) {
      check("behind another late call");
    }
    checkLater();
  }

  private void toTheEnd() throws IOException {
    while (goOn()) {
      steps++;
      if (step++ > MOST_STEPS) {
        throw new AssertionError("no end of " + told);
      }
    }
    throwFailure();
  }

  /** Records of the time before there were marks and entries. */
  private void writeUnmarked() throws IOException {
    tell("older records");
    try (Table rows = connection.getTable(design.name())) {
      for (int id = 0; id < IDS; id++) {
        Thing thing = new Thing(run, id, "u" + id, COLORS.get(choices.of(2)), "old");
        rows.put((Put) Stamped.at(design.writeNew(thing).put(), nowMillis - 5_000).get(0));
        Write write = new Write(id, thing, -1);
        write.end = -1;
        writes.add(write);
      }
    }
  }

  private CompletableFuture<Void> repair(Client client) {
    List<byte[]> rows = new ArrayList<>();
    for (int id = 0; id < IDS; id++) {
      rows.add(design.key().encode(new Thing(run, id, null, null, null)));
    }
    return client
        .parts
        .records()
        .lookUp(rows)
        .thenCompose(
            found -> {
              List<Writer.Old<Thing>> there =
                  found.stream()
                      .filter(each -> each.record() != null)
                      .map(each -> new Writer.Old<>(each, 0))
                      .toList();
              return Steps.each(
                  there.isEmpty() ? List.<IndexDesign<Thing>>of() : design.indexes(),
                  index -> client.parts.writer().addEntries(index, there).thenApply(done -> null));
            });
  }

  private void tell(Object what) {
    told.append(' ').append(what).append(';');
  }

  /** Takes a step; says whether there was one. */
  private boolean goOn() throws IOException {
    nowMillis += choices.oneIn(2) ? 1 : 0;
    List<Client> idle = clients.stream().filter(Schedule::mayBegin).toList();
    int ways = network.waiting().size() + idle.size();
    if (ways == 0) {
      return false;
    }
    if (choices.oneIn(6) && happens(Event.values()[choices.of(Event.values().length)])) {
      return true;
    }
    int way = choices.of(ways);
    if (way < idle.size()) {
      begin(idle.get(way));
    } else {
      execute(network.waiting().remove(way - idle.size()));
    }
    return true;
  }

  private static boolean mayBegin(Client client) {
    return !client.dead && client.current == null && !client.deeds.isEmpty();
  }

  private void execute(Network.Call<?> call) {
    if (call.changes() && choices.oneIn(12)) {
      tell("twice " + call);
      call.executeUnheard(call.size());
    } else {
      tell(call);
    }
    if (call.changes()) {
      done.add(call);
    }
    call.execute();
  }

  private boolean happens(Event event) throws IOException {
    if (left.getOrDefault(event, 0) == 0) {
      return false;
    }
    left.merge(event, -1, Integer::sum);
    switch (event) {
      case DEATH -> die(clients.get(choices.of(CLIENTS)));
      case LATE_CALL -> executeLate();
      case CLOCK -> {
        Client client = clients.get(choices.of(CLIENTS));
        client.skewMillis = JUMPS[choices.of(JUMPS.length)];
        tell("clock of " + clients.indexOf(client) + " by " + client.skewMillis);
      }
      case COMPACTION -> compact();
    }
    return true;
  }

  private boolean executeLate() {
    if (done.isEmpty()) {
      return false;
    }
    Network.Call<?> call = done.get(choices.of(done.size()));
    tell("late " + call);
    call.executeUnheard(call.size());
    return true;
  }

  private void die(Client client) {
    int number = clients.indexOf(client);
    tell("death of " + number);
    client.dead = true;
    List<Network.Call<?>> orphans =
        network.waiting().stream().filter(call -> call.client() == number).toList();
    network.waiting().removeAll(orphans);
    for (Network.Call<?> call : orphans) {
      if (call.changes()) {
        switch (choices.of(3)) {
          case 0 -> call.executeUnheard(1 + choices.of(call.size()));
          case 1 -> done.add(call); // still under way
          default -> {
            // it was never sent
          }
        }
      }
    }
  }

  private void compact() throws IOException {
    tell("compaction");
    try (var admin = connection.getAdmin()) {
      for (var table : List.of(design.name(), design.indexes().get(0).table())) {
        admin.flush(table);
        admin.majorCompact(table);
      }
    }
  }

  private void begin(Client client) {
    Deed deed = client.deeds.remove();
    client.current = deed;
    tell("begin " + deed + " of " + clients.indexOf(client));
    if (deed.kind() == Deed.Kind.READ) {
      int start = step;
      CompletableFuture<?> ended =
          read(client, deed.color())
              .handle((found, failure) -> ended(client, failure, () -> checkRead(found, start)));
      outcomes.add(ended);
      return;
    }
    if (deed.kind() == Deed.Kind.REPAIR) {
      CompletableFuture<?> ended =
          repair(client)
              .handle(
                  (nothing, failure) -> {
                    Throwable cause = failure == null ? null : Steps.cause(failure);
                    return ended(
                        client, cause instanceof UniqueViolationException ? null : cause, () -> {});
                  });
      outcomes.add(ended);
      return;
    }
    Write write = new Write(deed.id(), deed.thing(), step);
    writes.add(write);
    CompletableFuture<Void> written =
        deed.kind() == Deed.Kind.PUT
            ? client.parts.writer().put(deed.thing())
            : client
                .parts
                .writer()
                .delete(new Thing(run, deed.id(), NAMES.get(0), COLORS.get(0), ""));
    outcomes.add(
        written.handle(
            (nothing, failure) -> {
              Throwable cause = failure == null ? null : Steps.cause(failure);
              write.refused = cause instanceof UniqueViolationException;
              write.end = step;
              return ended(client, write.refused ? null : cause, () -> {});
            }));
  }

  private boolean ended(Client client, Throwable failure, Runnable check) {
    client.current = null;
    if (failure != null) {
      throw new AssertionError(told + " failed", failure);
    }
    check.run();
    return true;
  }

  /** What came of the deeds that have ended. */
  private void throwFailure() {
    outcomes.stream().filter(CompletableFuture::isDone).forEach(CompletableFuture::join);
  }

  private CompletableFuture<List<Thing>> read(Client client, String color) {
    Query<Thing> query =
        checker.where(Thing::run, run).where(Thing::color, color).copied("byColor");
    QueryPlan<Thing> plan = new Planner<>(design, ReadStates.told()).plan(query.spec());
    return new AsyncRead<>(plan, client.parts.records(), client.parts.keeper(), QuerySettings.ALL)
        .behind(Position.START)
        .thenApply(found -> found.stream().map(Found::record).toList());
  }

  /** Each record that was read was there at some time since the read began. */
  private void checkRead(List<Thing> found, int start) {
    for (Thing thing : found) {
      boolean there =
          writes.stream()
              .filter(write -> thing.equals(write.value) && !write.refused)
              .anyMatch(write -> mayBeThere(write, start));
      assertThat(there).as("%s: read %s", told, thing).isTrue();
    }
  }

  /**
   * Whether no write of the row began behind the end of this one and was answered before a time.
   */
  private boolean mayBeThere(Write write, int time) {
    return writes.stream()
        .noneMatch(
            other ->
                other.id == write.id
                    && !other.refused
                    && other.start > write.end
                    && other.end < time);
  }

  private void check(String when) throws IOException {
    check(checker, when);
  }

  private void check(RecordTable<Thing> table, String when) throws IOException {
    List<Thing> all = table.where(Thing::run, run).list();
    for (int id = 0; id < IDS; id++) {
      int each = id;
      Thing found = all.stream().filter(thing -> thing.id == each).findFirst().orElse(null);
      boolean never = writes.stream().noneMatch(write -> write.id == each && write.end < step);
      boolean right =
          (found == null && never)
              || writes.stream()
                  .filter(write -> write.id == each && !write.refused)
                  .filter(write -> Objects.equals(write.value, found))
                  .anyMatch(write -> mayBeThere(write, Integer.MAX_VALUE))
              || (found == null && onlyRefused(each));
      assertThat(right).as("%s %s: %s is %s", told, when, each, found).isTrue();
    }
    for (String color : COLORS) {
      List<Thing> expected = all.stream().filter(each -> each.color.equals(color)).toList();
      Query<Thing> query = table.where(Thing::run, run).where(Thing::color, color);
      assertThat(query.copied("byColor").list())
          .as("%s %s: copies of %s", told, when, color)
          .isEqualTo(expected);
      assertThat(query.through("byColor").list())
          .as("%s %s: of %s", told, when, color)
          .isEqualTo(expected);
    }
    for (String name : NAMES) {
      List<Thing> expected = all.stream().filter(each -> each.name.equals(name)).toList();
      Query<Thing> query = table.where(Thing::run, run).where(Thing::name, name);
      assertThat(expected).as("%s %s: owners of %s", told, when, name).hasSizeLessThan(2);
      assertThat(query.copied("byName").list())
          .as("%s %s: copies of %s", told, when, name)
          .isEqualTo(expected);
      assertThat(query.through("byName").list())
          .as("%s %s: of %s", told, when, name)
          .isEqualTo(expected);
    }
  }

  private boolean onlyRefused(int id) {
    return writes.stream()
        .filter(write -> write.id == id && write.value != null && write.end != Integer.MAX_VALUE)
        .allMatch(write -> write.refused);
  }

  /** Hours later: what the dead left goes, and life goes on. */
  private void checkLater() throws IOException {
    check(later, "hours later");
    check(checker, "and again");
    for (int id = 0; id < IDS; id++) {
      Thing thing = new Thing(run, id, "later" + id, COLORS.get(id % 2), "later");
      later.put(thing);
      Write write = new Write(id, thing, ++step);
      write.end = ++step;
      writes.add(write);
    }
    check(checker, "and written again");
  }

  @Override
  public void close() throws IOException {
    checker.close();
    later.close();
    for (Client client : clients) {
      client.calls.close();
    }
  }
}
