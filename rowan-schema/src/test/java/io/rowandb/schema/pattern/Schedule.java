package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.key.Condition;
import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.chain.Followers;
import io.rowandb.schema.pattern.chain.Stamped;
import io.rowandb.schema.pattern.notes.ReadStates;
import io.rowandb.schema.pattern.plan.PlanUnion;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.plan.QuerySpec;
import io.rowandb.schema.pattern.schedule.Choices;
import io.rowandb.schema.pattern.schedule.Deed;
import io.rowandb.schema.pattern.schedule.Network;
import io.rowandb.schema.pattern.schedule.Place;
import io.rowandb.schema.pattern.schedule.Shape;
import io.rowandb.schema.pattern.schedule.Shown;
import io.rowandb.schema.pattern.schedule.SteppedCarrier;
import io.rowandb.schema.pattern.schedule.Thing;
import io.rowandb.schema.pattern.schedule.Ticking;
import io.rowandb.schema.pattern.schedule.Token;
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

  /** Much less than half the grace, together with jumps of clocks: else writers give up. */
  private static final Duration EXPIRY = Token.SHORT_LIFE.plusMinutes(1);

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
    COMPACTION,
    /** Time passes, in which records expire. */
    EXPIRY
  }

  /**
   * A program.
   *
   * @param <Q> the records that it has
   */
  private final class Client<Q> {
    private final int number;
    private final Shape<Q> own;
    private final TableParts<Q> parts;
    private final Writer<Q> writer;
    private final DeedWrites<Q> deedWrites;
    private long skewMillis;
    private boolean dead;
    private Deed current;
    private final Deque<Deed> deeds = new ArrayDeque<>();

    Client(int number, Shape<Q> own) throws IOException {
      this.number = number;
      this.own = own;
      deedWrites = new DeedWrites<>(own, writes, () -> step, told);
      Carrier stepped = new SteppedCarrier(number, calls, network);
      Clock clock = new Ticking(() -> nowMillis + skewMillis);
      IndexSettings settings = new IndexSettings(clock, GRACE);
      parts = TableParts.of(stepped, own.design(), settings);
      writer =
          own.view().isPresent()
              ? parts.writer(followers(stepped, settings, own.view().get()), clock)
              : parts.writer();
    }

    private static <Q> Followers<Q> followers(
        Carrier calls, IndexSettings settings, View<Q, Shown> view) throws IOException {
      TableParts<Shown> target = TableParts.of(calls, view.target(), settings);
      return ViewFollowers.of(calls, view, new EntriesFirst<>(target.keeper(), target.details()));
    }
  }

  private final Place place;
  private final Shape<R> shape;
  private final List<TableName> tables;
  private final Carrier calls;
  private final Network network = new Network(this::pause);
  private final List<Client<?>> clients = new ArrayList<>();

  /** The last client as it takes part when it is none that is older. */
  private final Client<R> newest;

  /** The last client as it takes part when it is older; null when there is no older design. */
  private final Client<?> older;

  private final ScheduleChecks<R> checks;
  private final ScheduleChecks<R> later;
  private final Map<Event, Integer> left = new EnumMap<>(Event.class);
  private final List<Network.Call<?>> done = new ArrayList<>();
  private final Writes writes = new Writes();
  private final List<CompletableFuture<?>> outcomes = new ArrayList<>();
  private final StringBuilder told = new StringBuilder();

  private Choices choices;
  private long run;

  /** Whether there were records that have no marks, no entries and no rows of the view. */
  private boolean isOlder;

  /** Whether the last client is older. */
  private boolean hasOlder;

  private int step;
  private int steps;
  private long nowMillis;

  Schedule(Place place, Shape<R> shape) throws IOException {
    this.place = place;
    this.shape = shape;
    tables = shape.tables();
    calls = place.carrier();
    Connection connection = place.connection();
    if (shape.view().isPresent()) {
      ViewedTable.openOrCreate(connection, shape.design(), shape.view().get()).close();
    } else {
      RecordTable.create(connection, shape.design()).close();
    }
    checks = ScheduleChecks.of(shape, connection, place.clock(), GRACE);
    later = ScheduleChecks.of(shape, connection, Clock.offset(place.clock(), LATER), GRACE);
    for (int i = 0; i < CLIENTS - 1; i++) {
      clients.add(new Client<>(i, shape));
    }
    newest = new Client<>(CLIENTS - 1, shape);
    older = shape.older().isEmpty() ? null : new Client<>(CLIENTS - 1, shape.older().get());
    clients.add(newest);
  }

  /** Whether clients may change records in part: those without details. */
  boolean mayUpdate() {
    return shape.hasCopies();
  }

  /** Whether clients may write on conditions. */
  boolean mayDecide() {
    return shape.isMarked();
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
    hasOlder = older != null && choices.oneIn(2);
    clients.set(CLIENTS - 1, hasOlder ? older : newest);
    for (int i = 0; i < CLIENTS; i++) {
      Client<?> client = clients.get(i);
      client.skewMillis = choices.oneIn(3) ? JUMPS[choices.of(JUMPS.length)] : 0;
      client.dead = false;
      client.current = null;
      client.deeds.clear();
      client.deeds.addAll(i < programs.size() ? programs.get(i) : List.of());
    }
    isOlder = shape.isMarked() && choices.oneIn(3);
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
    if (place.isEmptied() && clients.stream().noneMatch(client -> client.dead)) {
      checks.checkRepaired(told);
      check(checks, "repaired");
    }
    checkLater();
  }

  private void check(ScheduleChecks<R> asked, String when) throws IOException {
    tell(when);
    asked.check(run, writes, step, hasOlder, told);
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
        Put put = shape.design().rows().writeNew(shape.of().apply(thing)).put();
        rows.put((Put) Stamped.at(put, nowMillis - 5_000).get(0));
        writes.begin(id, thing, -1).end(-1, /* isRefused= */ false);
      }
    }
  }

  private <Q> CompletableFuture<Void> repair(Client<Q> client) {
    List<byte[]> rows = new ArrayList<>();
    for (int id = 0; id < IDS; id++) {
      rows.add(client.own.design().key().encode(client.deedWrites.keyOf(run, id)));
    }
    return client
        .parts
        .records()
        .lookUp(rows)
        .thenCompose(
            found -> {
              List<Writer.Old<Q>> there =
                  found.stream()
                      .filter(each -> each.record() != null)
                      .map(each -> new Writer.Old<>(each, 0))
                      .toList();
              return Steps.each(
                  there.isEmpty() ? List.<IndexDesign<Q>>of() : client.own.design().indexes(),
                  index -> client.writer.addEntries(index, there).thenApply(done -> null));
            });
  }

  private void tell(Object what) {
    told.append(' ').append(what).append(';');
  }

  /** Takes a step; says whether there was one. */
  private boolean goOn() throws IOException {
    boolean passes = choices.oneIn(2);
    nowMillis += passes || !shape.isMarked() ? 1 : 0; // a deletion hides puts of its millisecond
    place.setTime(nowMillis);
    List<Client<?>> idle = clients.stream().filter(this::mayBegin).toList();
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

  private boolean mayBegin(Client<?> client) {
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
    if (mayBeLate(call)) {
      done.add(call);
    }
    call.execute();
  }

  /**
   * Of calls for rows without marks only those for entries may: the others change what is there.
   */
  private boolean mayBeLate(Network.Call<?> call) {
    return call.changes() && (shape.isMarked() || call.name().equals("batch"));
  }

  /** Writers of rows without marks must not write in the millisecond of what they remove. */
  private void pause(long nanos) {
    if (!shape.isMarked()) {
      nowMillis += Duration.ofNanos(nanos).toMillis() + 1;
      place.pause(nowMillis, nanos);
    }
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
        Client<?> client = clients.get(choices.of(CLIENTS));
        client.skewMillis = JUMPS[choices.of(JUMPS.length)];
        tell("clock of " + client.number + " by " + client.skewMillis);
      }
      case COMPACTION -> compact();
      case EXPIRY -> expire(EXPIRY);
    }
    return true;
  }

  /** Lets time pass; says whether it can. */
  private boolean expire(Duration time) {
    if (!place.pass(time)) {
      return false;
    }
    nowMillis += time.toMillis();
    tell("expiry");
    if (!shape.isMarked()) {
      writes.expire(step);
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

  private void die(Client<?> client) {
    tell("death of " + client.number);
    client.dead = true;
    List<Network.Call<?>> orphans =
        network.waiting().stream().filter(call -> call.client() == client.number).toList();
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

  private <Q> void begin(Client<Q> client) {
    Deed deed = client.deeds.remove();
    client.current = deed;
    tell("begin " + deed + " of " + client.number);
    if (deed.kind() == Deed.Kind.READ) {
      int start = step;
      CompletableFuture<?> ended =
          read(client, deed.color())
              .handle(
                  (found, failure) ->
                      ended(client, failure, () -> checkRead(client, found, start)));
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
        client
            .deedWrites
            .write(deed, run, client.writer)
            .handle((nothing, failure) -> ended(client, failure, () -> {})));
  }

  private boolean ended(Client<?> client, Throwable failure, Runnable check) {
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

  private <Q> CompletableFuture<List<Q>> read(Client<Q> client, String color) {
    Shape<Q> own = client.own;
    QuerySpec<Q> spec =
        QuerySpec.all(own.design())
            .with(own.design().shape().component(own.run()), new Condition.Equal(run))
            .with(own.design().shape().component(own.color()), new Condition.Equal(color));
    QuerySettings<Q> settings =
        own.hasCopies()
            ? spec.settings().withCopied("byColor")
            : spec.settings().withIndex("byColor");
    QueryPlan<Q> plan = new Planner<>(own.design(), ReadStates.told()).plan(spec.with(settings));
    List<Q> found = new ArrayList<>();
    return new AsyncPlanReader<>(client.parts.records(), client.parts.keeper())
        .records(PlanUnion.of(plan), found::add)
        .thenApply(done -> found);
  }

  /** Each record that was read was there at some time since the read began. */
  private <Q> void checkRead(Client<Q> client, List<Q> found, int start) {
    for (Q each : found) {
      Thing thing = client.own.thing().apply(each);
      assertThat(writes.wasThere(thing, start)).as("%s: read %s", told, thing).isTrue();
    }
  }

  /** Hours later: what the dead left goes, and life goes on. */
  private void checkLater() throws IOException {
    if (expire(LATER) && choices.oneIn(2)) {
      compact();
    }
    check(later, "hours later");
    check(checks, "and again");
    later.repairViews(isOlder, told); // which ends deletions of the dead
    checks.checkView(run, told);
    if (place.isEmptied()) {
      later.checkRepaired(told);
    }
    if (expire(LATER) && choices.oneIn(2)) {
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
    if (calls instanceof WaitingCarrier waiting) {
      waiting.close();
    }
  }
}
