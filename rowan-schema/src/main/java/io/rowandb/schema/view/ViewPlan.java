package io.rowandb.schema.view;

import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.UpgradePlan;
import io.rowandb.schema.pattern.notes.MigrationStates;
import io.rowandb.schema.pattern.notes.ViewStates;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;

/**
 * What it takes to make tables those of a design and its views, to be printed first and then done:
 *
 * <pre>{@code
 * ViewPlan<Note> plan = ViewPlan.of(connection, notes, byAuthor, byDay);
 * System.out.println(plan);
 * plan.run();
 * }</pre>
 *
 * <p>From then on the tables know which views there are. Programs that lack one of them may read
 * the source, but not write it, and reads of a view are refused until it has all its rows. Programs
 * of the former design are at work meanwhile: within a lease ({@link IndexSettings#lease}) their
 * writes are refused if they lack a view, and what they wrote until then is added. A view that is
 * not declared any more is given up: reads of it are refused first, then programs without it may
 * write. Its table stays.
 *
 * <p>If {@link #run} ends early, for whatever reason, no data is lost and no read is wrong: make a
 * plan anew, which has what is left, and run it. Immutable; used by one thread.
 *
 * @param <R> the source's record
 */
public final class ViewPlan<R> {
  // Fixed at construction.
  private final Connection connection;
  private final IndexSettings settings;
  private final TableDesign<R> design;
  private final List<View<R, ?>> views;
  private final UpgradePlan<R> source;
  private final List<UpgradePlan<?>> targets;
  private final long rows;
  private final List<Long> taken;

  private ViewPlan(
      Connection connection,
      IndexSettings settings,
      TableDesign<R> design,
      List<View<R, ?>> views,
      UpgradePlan<R> source,
      List<UpgradePlan<?>> targets,
      long rows,
      List<Long> taken) {
    this.connection = connection;
    this.settings = settings;
    this.design = design;
    this.views = views;
    this.source = source;
    this.targets = targets;
    this.rows = rows;
    this.taken = taken;
  }

  /**
   * Compares a design and its views with the tables that are there. If a view is to be built, it
   * counts the records, which reads all of their keys.
   *
   * @param views all views of the source; without any, those that it has are given up
   * @throws io.rowandb.schema.table.ChangedDesignException when no upgrade makes the tables fit
   * @throws IllegalStateException when the source's records are being moved, or were moved
   * @throws IllegalArgumentException when a view is of another source, or two have one target
   */
  @SafeVarargs
  public static <R> ViewPlan<R> of(
      Connection connection, TableDesign<R> source, View<R, ?>... views) throws IOException {
    List<View<R, ?>> all = new ArrayList<>();
    for (View<R, ?> view : views) {
      all.add(view);
    }
    return of(connection, IndexSettings.usual(), source, all);
  }

  /** The same with other settings, which all programs of the tables have. */
  public static <R> ViewPlan<R> of(
      Connection connection, IndexSettings settings, TableDesign<R> source, List<View<R, ?>> views)
      throws IOException {
    if (!views.isEmpty()) {
      ViewedTable.check(source, views);
    }
    return compared(connection, settings, source, List.copyOf(views));
  }

  private static <R> ViewPlan<R> compared(
      Connection connection, IndexSettings settings, TableDesign<R> design, List<View<R, ?>> views)
      throws IOException {
    checkNotMoved(connection, design, views);
    UpgradePlan<R> source = UpgradePlan.of(connection, withViews(design, views), settings);
    List<UpgradePlan<?>> targets = new ArrayList<>();
    List<Long> taken = new ArrayList<>();
    for (View<R, ?> view : views) {
      UpgradePlan<?> target =
          UpgradePlan.of(connection, view.target().asViewOf(design.name()), settings);
      targets.add(target);
      taken.add(target.countTaken());
    }
    ViewPlan<R> plan =
        new ViewPlan<>(connection, settings, design, views, source, targets, 0, taken);
    return plan.isBuilding() && !source.isNew()
        ? plan.with(source, targets, UpgradePlan.count(connection, design))
        : plan;
  }

  private static void checkNotMoved(
      Connection connection, TableDesign<?> design, List<? extends View<?, ?>> views)
      throws IOException {
    MigrationStates.checkViews(
        connection,
        design.name(),
        views.stream().map(view -> view.target().name()).collect(Collectors.toSet()));
  }

  private ViewPlan<R> with(
      UpgradePlan<R> newSource, List<UpgradePlan<?>> newTargets, long counted) {
    return new ViewPlan<>(
        connection, settings, design, views, newSource, newTargets, counted, taken);
  }

  private boolean isBuilding() {
    return IntStream.range(0, views.size()).anyMatch(this::isUnbuilt);
  }

  /** What a view has of a source that did not keep it is nothing to rely on. */
  private boolean isUnbuilt(int view) {
    return targets.get(view).isOfUnbuiltView()
        || source.isNew()
        || source.newViews().contains(views.get(view).name());
  }

  /** The design of a source that says which views it has. */
  static <R> TableDesign<R> withViews(TableDesign<R> design, List<View<R, ?>> views) {
    Set<String> names = new TreeSet<>();
    views.forEach(view -> names.add(view.name()));
    return design.withViews(names);
  }

  /** Whether the tables are those of the design already, so that there is nothing to do. */
  public boolean isEmpty() {
    return source.isEmpty() && targets.stream().allMatch(UpgradePlan::isEmpty);
  }

  /** How many records are read to build views; 0 when none is built. */
  public long rows() {
    return rows;
  }

  /** Whether there is no record yet that anybody could miss, and nothing that is given up. */
  boolean isCreation() {
    return (source.isNew() || (isBuilding() && rows == 0))
        && source.endsNothing()
        && taken.stream().allMatch(count -> count == 0)
        && targets.stream().allMatch(UpgradePlan::endsNothing);
  }

  /** Whether programs must not go by the design before it is run. */
  boolean isNeeded() {
    return isBuilding() || source.isNeeded() || targets.stream().anyMatch(UpgradePlan::isNeeded);
  }

  /** What is to be done, a line each, in the order in which it is. */
  public List<String> steps() {
    List<String> steps = new ArrayList<>();
    for (UpgradePlan<?> target : targets) {
      String view = target.table().getNameAsString();
      long there = taken.get(targets.indexOf(target));
      if (there > 0) {
        steps.add(
            String.format(
                "make table %s a view: of its %,d rows those go that no record gives",
                view, there));
      }
      for (String step : target.steps()) {
        steps.add(step.contains(view) ? step : step + " (view " + view + ")");
      }
    }
    steps.addAll(source.steps());
    for (int i = 0; i < views.size(); i++) {
      if (isUnbuilt(i)) {
        steps.add(String.format("build view %s from %,d records", views.get(i).name(), rows));
      }
    }
    return steps;
  }

  /**
   * Does it. The call ends when all is done; if views are built or given up, some leases and the
   * time of two reads of the table later.
   *
   * @return what was written to each view that was built
   * @throws IllegalStateException when the tables have changed since the plan was made, so that it
   *     would be another; then nothing is done
   * @throws io.rowandb.schema.table.ChangedDesignException when they cannot fit the design any more
   */
  public List<ViewCounts> run() throws IOException {
    return run(Long.MAX_VALUE);
  }

  /**
   * Does it, while views are built from a limited number of records in a second.
   *
   * @param recordsPerSecond the most that are read; more than 0
   * @throws IllegalArgumentException when it is not
   * @throws IllegalStateException as {@link #run()}, which says what else is thrown
   */
  public List<ViewCounts> run(long recordsPerSecond) throws IOException {
    if (recordsPerSecond <= 0) {
      throw new IllegalArgumentException(
          "views are built from more than no records in a second: " + recordsPerSecond);
    }
    ViewPlan<R> now = now();
    if (!now.steps().equals(steps())) {
      throw UpgradePlan.changed(this, now);
    }
    return now.runAsItIs(recordsPerSecond);
  }

  /** The plan as it would be made now, with the former counts. */
  private ViewPlan<R> now() throws IOException {
    checkNotMoved(connection, design, views);
    List<UpgradePlan<?>> nowTargets = new ArrayList<>();
    for (UpgradePlan<?> target : targets) {
      nowTargets.add(target.now());
    }
    return with(source.now(), nowTargets, rows);
  }

  /** The same, whatever was planned: of tables that several programs make. */
  List<ViewCounts> runAnyway() throws IOException {
    return now().runAsItIs(Long.MAX_VALUE);
  }

  private List<ViewCounts> runAsItIs(long recordsPerSecond) throws IOException {
    for (int i = 0; i < views.size(); i++) {
      boolean isNew = targets.get(i).makeMissing();
      targets.get(i).runAnyway();
      if (isUnbuilt(i)) {
        ViewStates.noteBegun(connection, design.name(), views.get(i).target().name(), isNew);
      }
    }
    boolean made = source.makeMissing();
    source.runAnyway();
    Set<String> unbuilt = new TreeSet<>();
    for (View<R, ?> view : views) {
      ViewStates.build(connection, design.name(), view.target().name())
          .ifPresent(build -> unbuilt.add(view.name()));
    }
    List<ViewCounts> built = List.of();
    if (!unbuilt.isEmpty()) {
      try (ViewedTable<R> table =
          ViewedTable.open(connection, settings.clock(), settings, design, views)) {
        built = table.rebuild(unbuilt, /* alone= */ made, recordsPerSecond);
      }
    }
    for (View<R, ?> view : views) {
      ViewStates.checkReady(connection, design.name(), view.target().name());
    }
    return built;
  }

  /** The steps, a line each; "nothing to do" without any. */
  @Override
  public String toString() {
    return "table "
        + design.name()
        + " and its views"
        + (isEmpty() ? ": nothing to do" : "\n  " + String.join("\n  ", steps()));
  }
}
