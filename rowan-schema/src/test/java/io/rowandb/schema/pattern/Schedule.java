package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.chain.Followers;
import io.rowandb.schema.pattern.chain.Stamped;
import io.rowandb.schema.pattern.notes.ReadStates;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.Position;
import io.rowandb.schema.pattern.schedule.Choices;
import io.rowandb.schema.pattern.schedule.Deed;
import io.rowandb.schema.pattern.schedule.Network;
import io.rowandb.schema.pattern.schedule.Place;
import io.rowandb.schema.pattern.schedule.Shape;
import io.rowandb.schema.pattern.schedule.Shown;
import io.rowandb.schema.pattern.schedule.SteppedCarrier;
import io.rowandb.schema.pattern.schedule.Thing;
import io.rowandb.schema.pattern.schedule.Ticking;
import io.rowandb.schema.pattern.schedule.Writes;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.view.View;
import io.rowandb.schema.view.ViewFollowers;
import io.rowandb.schema.view.ViewedTable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/**
 * Schedules of three clients that write and read a few records of one table, one schedule after the
 * other. Each has a key part of its own, so that one sees nothing of another. Used by one thread.
 */
final class Schedule<R> implements AutoCloseable {
  static final int CLIENTS = 3;
  static final int IDS = 2;
  static final List<String> NAMES = List.of("a", "b");
  static final List<String> COLORS = List.of("r", "g");

  /** Of one schedule; one that takes more has clients that hinder each other for ever. */
  private static final int MOST_STEPS = 5_000;

  private static final Duration GRACE = Duration.ofHours(1);
  private static final Duration LATER = GRACE.multipliedBy(3);

  /** The text of records that clients do not write; an album has no lines of it. */
  private static final String OLD = "ol";

  private static final long[] JUMPS = {0, 1, 2, 5, -5, 600_000, -600_000};

  /** What may happen beside. */
  enum Event {
    /** A client dies; of its calls some are executed, some later, some in part, some never. */
    DEATH,
    /** A call is executed once more. */
    LATE_CALL,
    /** A client's clock jumps. */
    CLOCK,
    /** The tables, or one of them, are flushed and compacted. */
    COMPACTION
  }

  private final class Client {
    private final TableParts<R> parts;
    private final ChainedWriter<R> writer;
    private final WaitingCarrier calls;
    private long skewMillis;
    private boolean dead;
    private Deed current;
    private final Deque<Deed> deeds = new ArrayDeque<>();

    Client(int number) throws IOException {
      calls = new WaitingCarrier(place.connection());
      Carrier stepped = new SteppedCarrier(number, calls, network);
      Clock clock = new Ticking(() -> nowMillis + skewMillis);
      IndexSettings settings = new IndexSettings(clock, GRACE);
      parts = TableParts.of(stepped, shape.design(), settings);
      writer =
          shape.view().isPresent()
              ? parts.writer(followers(stepped, settings, shape.view().get()), clock)
              : (ChainedWriter<R>) parts.writer();
    }

    private static <R> Followers<R> followers(
        Carrier calls, IndexSettings settings, View<R, Shown> view) throws IOException {
      TableParts<Shown> target = TableParts.of(calls, view.target(), settings);
      return ViewFollowers.of(calls, view, new EntriesFirst<>(target.keeper()));
    }
  }

  private final Place place;
  private final Shape<R> shape;
  private final List<TableName> tables;
  private final Network network = new Network();
  private final List<Client> clients = new ArrayList<>();
  private final ScheduleChecks<R> checks;
  private final ScheduleChecks<R> later;
  private final Map<Event, Integer> left = new EnumMap<>(Event.class);
  private final List<Network.Call<?>> done = new ArrayList<>();
  private final Writes writes = new Writes();
  private final DeedWrites<R> deedWrites;
  private final List<CompletableFuture<?>> outcomes = new ArrayList<>();
  private final StringBuilder told = new StringBuilder();

  private Choices choices;
  private long run;

  /** Whether there were records that have no marks, no entries and no rows of the view. */
  private boolean isOlder;

  private int step;
  private int steps;
  private long nowMillis;

  Schedule(Place place, Shape<R> shape) throws IOException {
    this.place = place;
    this.shape = shape;
    tables = shape.tables();
    deedWrites = new DeedWrites<>(shape, writes, () -> step, told);
    Connection connection = place.connection();
    if (shape.view().isPresent()) {
      ViewedTable.openOrCreate(connection, shape.design(), shape.view().get()).close();
    } else {
      RecordTable.create(connection, shape.design()).close();
    }
    checks = ScheduleChecks.of(shape, connection, place.clock(), GRACE);
    later = ScheduleChecks.of(shape, connection, Clock.offset(place.clock(), LATER), GRACE);
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(new Client(i));
    }
  }

  /** Whether clients may change records in part: those without details. */
  boolean mayUpdate() {
    return shape.hasCopies();
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
    nowMillis = place.begin(tables);
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
    isOlder = choices.oneIn(3);
    if (isOlder) {
      writeUnmarked();
    }
    toTheEnd();
    if (isOlder) {
      left.clear();
      later.repairViews(/* isOlder= */ true, told);
      clients.stream().filter(client -> !client.dead).findFirst().get().deeds.add(Deed.repair());
      toTheEnd();
    }
    check(checks, "at the end");
    checks.checkValues(run, told);
    if (!isOlder && clients.stream().noneMatch(client -> client.dead)) {
      checks.checkView(run, told);
    }
    for (int i = 0; i < 2 && executeLate(); i++) {
      check(checks, "behind another late call");
    }
    checkLater();
  }

  private void check(ScheduleChecks<R> asked, String when) throws IOException {
    tell(when);
    asked.check(run, writes, step, told);
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
    try (Table rows = place.connection().getTable(shape.design().name())) {
      for (int id = 0; id < IDS; id++) {
        Thing thing = new Thing(run, id, "u" + id, COLORS.get(choices.of(2)), OLD);
        Put put = shape.design().writeNew(shape.of().apply(thing)).put();
        rows.put((Put) Stamped.at(put, nowMillis - 5_000).get(0));
        writes.begin(id, thing, -1).end(-1, /* isRefused= */ false);
      }
    }
  }

  private CompletableFuture<Void> repair(Client client) {
    List<byte[]> rows = new ArrayList<>();
    for (int id = 0; id < IDS; id++) {
      rows.add(shape.design().key().encode(deedWrites.keyOf(run, id)));
    }
    return client
        .parts
        .records()
        .lookUp(rows)
        .thenCompose(
            found -> {
              List<Writer.Old<R>> there =
                  found.stream()
                      .filter(each -> each.record() != null)
                      .map(each -> new Writer.Old<>(each, 0))
                      .toList();
              return Steps.each(
                  there.isEmpty() ? List.<IndexDesign<R>>of() : shape.design().indexes(),
                  index -> client.writer.addEntries(index, there).thenApply(done -> null));
            });
  }

  private void tell(Object what) {
    told.append(' ').append(what).append(';');
  }

  /** Takes a step; says whether there was one. */
  private boolean goOn() throws IOException {
    nowMillis += choices.oneIn(2) ? 1 : 0;
    place.setTime(nowMillis);
    List<Client> idle = clients.stream().filter(this::mayBegin).toList();
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

  private boolean mayBegin(Client client) {
    return !client.dead && client.current == null && !client.deeds.isEmpty();
  }

  private void execute(Network.Call<?> call) {
    if (call.changes() && choices.oneIn(12)) {
      call.executeUnheard(call.size());
      if (choices.oneIn(2)) {
        tell("unheard " + call);
        network.waiting().add(call); // its client asks again, later
        return;
      }
      tell("twice " + call);
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

  /** Of all tables or of one alone, which forgets what the others remember. */
  private void compact() throws IOException {
    int only = choices.of(tables.size() + 1);
    List<TableName> compacted = only == 0 ? tables : List.of(tables.get(only - 1));
    tell("compaction of " + compacted);
    place.compact(compacted);
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
    outcomes.add(
        deedWrites
            .write(deed, run, client.writer)
            .handle((nothing, failure) -> ended(client, failure, () -> {})));
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

  private CompletableFuture<List<R>> read(Client client, String color) {
    RecordQuery<R> query =
        checks.records().where(shape.run()).is(run).where(shape.color()).is(color);
    RecordQuery<R> chosen = shape.hasCopies() ? query.copied("byColor") : query.through("byColor");
    QueryPlan<R> plan = new Planner<>(shape.design(), ReadStates.told()).plan(chosen.spec());
    return new AsyncPlanReader<>(client.parts.records(), client.parts.keeper())
        .list(plan, Position.START, QuerySettings.ALL)
        .thenApply(found -> found.stream().map(Found::record).toList());
  }

  /** Each record that was read was there at some time since the read began. */
  private void checkRead(List<R> found, int start) {
    for (R each : found) {
      Thing thing = shape.thing().apply(each);
      assertThat(writes.wasThere(thing, start)).as("%s: read %s", told, thing).isTrue();
    }
  }

  /** Hours later: what the dead left goes, and life goes on. */
  private void checkLater() throws IOException {
    if (place.pass(LATER) && choices.oneIn(2)) {
      compact();
    }
    check(later, "hours later");
    check(checks, "and again");
    later.repairViews(isOlder, told);
    checks.checkView(run, told);
    if (place.pass(LATER) && choices.oneIn(2)) {
      compact(); // deletions are too old to be kept
      check(checks, "without deletions");
      checks.checkView(run, told);
    }
    for (int id = 0; id < IDS; id++) {
      Thing thing = new Thing(run, id, "later" + id, COLORS.get(id % 2), OLD);
      later.put(thing);
      writes.begin(id, thing, ++step).end(++step, /* isRefused= */ false);
    }
    check(checks, "and written again");
    checks.checkView(run, told);
  }

  @Override
  public void close() throws IOException {
    checks.close();
    later.close();
    for (Client client : clients) {
      client.calls.close();
    }
  }
}
