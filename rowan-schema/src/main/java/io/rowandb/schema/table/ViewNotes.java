package io.rowandb.schema.table;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What tables record about views in their descriptors:
 *
 * <pre>
 *   attribute          of                 value
 *   rowan.views.NAME   the records' table kept, given up, or being given up by an upgrade; NAME is the view's table
 *   rowan.view.of      the view's table   the records' table
 *   rowan.view.state   the view's table   building, ready, failed, or given up: reads are served when it is ready
 *   rowan.view.failure the view's table   why its last build failed
 *   rowan.view.build   the view's table   random, since when it is building
 *   rowan.view.reached the view's table   how far that got: the build, new if the view had nothing
 *                                        when it began, else old, and in hex the last of the
 *                                        records' rows that was looked at
 * </pre>
 *
 * <p>Who writes records without one of their views makes that view outdated, so it is not allowed.
 * Tables without these attributes know nothing about views, and any program may write them. Makes
 * no calls.
 */
public final class ViewNotes {
  /** The beginning of an attribute whose name ends with that of a view's table. */
  static final String PREFIX = NotedViews.PREFIX;

  private static final String OF = NotedViews.OF;
  private static final String STATE = NotedViews.STATE;
  private static final String FAILURE = NotedViews.FAILURE;
  private static final String BUILD = "rowan.view.build";
  private static final String REACHED = "rowan.view.reached";

  private static final String KEPT = NotedViews.KEPT;
  private static final String NEW = "new";

  private ViewNotes() {}

  /** The views of records that programs keep, by the names of their tables. */
  static Set<String> kept(TableDescriptor records) {
    Set<String> kept = new TreeSet<>();
    NotedViews.of(records)
        .forEach(
            (view, state) -> {
              if (state.equals(KEPT)) {
                kept.add(view);
              }
            });
    return kept;
  }

  /** Those that an upgrade gives up just now; with an empty token, those that any does. */
  public static Set<String> beingGivenUp(TableDescriptor records, String token) {
    Set<String> ending = new TreeSet<>();
    NotedViews.of(records)
        .forEach(
            (view, state) -> {
              if (state.startsWith(NotedIndexes.BEING_GIVEN_UP + token)) {
                ending.add(view);
              }
            });
    return ending;
  }

  /**
   * Refuses a program that writes a view which the records are not known to have, or the view of
   * other records.
   */
  static void check(TableDesign<?> design, TableDescriptor table) {
    written(table)
        .ifPresent(
            written -> {
              for (String view : design.viewRole().views().orElse(Set.of())) {
                if (!written.contains(view)) {
                  throw ChangedDesignException.lacksNoteOfView(table.getTableName(), view);
                }
              }
            });
    checkSource(design, table);
  }

  /** Refuses a program that writes the view of other records, unless that was given up. */
  static void checkSource(TableDesign<?> design, TableDescriptor table) {
    String source = isGivenUp(table) ? null : table.getValue(OF);
    design
        .viewRole()
        .source()
        .filter(declared -> source != null && !declared.getNameAsString().equals(source))
        .ifPresent(
            declared -> {
              throw ChangedDesignException.isViewOfOther(table.getTableName(), source, declared);
            });
  }

  /**
   * Why a program must not write a table: it lacks a view of the records, or they are themselves a
   * view; empty when it may.
   */
  static Optional<ChangedDesignException> refusal(TableDesign<?> design, TableDescriptor table) {
    String source = table.getValue(OF);
    if (source != null && design.viewRole().source().isEmpty()) {
      return Optional.of(
          ChangedDesignException.isView(table.getTableName(), source, isGivenUp(table)));
    }
    Set<String> needed = new TreeSet<>(kept(table));
    Set<String> ending = beingGivenUp(table, "");
    needed.addAll(ending);
    return needed.stream()
        .filter(view -> !design.viewRole().has(view))
        .findFirst()
        .map(
            view ->
                ChangedDesignException.lacksView(
                    table.getTableName(), view, ending.contains(view)));
  }

  /** Why reads of a table would miss what it is to have; empty when they do not. */
  static Optional<String> unserved(TableDescriptor table) {
    String state = table.getValue(STATE);
    String source = table.getValue(OF);
    if (state == null || source == null || state.equals(NotedIndexes.READY)) {
      return Optional.empty();
    }
    String what = "table " + table.getTableName() + " is a view of " + source;
    if (state.equals(NotedIndexes.GIVEN_UP)) {
      return Optional.of(
          what
              + " that was given up, and outdated since then."
              + " RecordTable.declare makes it a table of its own");
    }
    return Optional.of(
        what
            + (state.equals(NewNotes.FAILED)
                ? " whose last build failed: "
                    + table.getValue(FAILURE)
                    + ". When the reason is gone,"
                : " that is not built:")
            + " ViewPlan.of(...).run() builds it");
  }

  /** Whether a table knows itself to be a view. */
  static boolean isView(TableDescriptor table) {
    return table.getValue(OF) != null;
  }

  /** The views that programs write with the records; empty when the table knows of none. */
  public static Optional<Set<String>> written(TableDescriptor records) {
    if (NotedViews.of(records).isEmpty()) {
      return Optional.empty();
    }
    Set<String> written = new TreeSet<>(kept(records));
    written.addAll(beingGivenUp(records, "")); // which does no harm
    return Optional.of(written);
  }

  /** Whether a view is known to have all its rows. */
  static boolean isReady(TableDescriptor view) {
    return view.getValue(OF) != null && NotedIndexes.READY.equals(view.getValue(STATE));
  }

  /** What a table is to have for a program's views, besides what it has. */
  static Map<String, String> declared(
      TableDesign<?> design, TableDescriptor table, String givenUp) {
    Map<String, String> notes = new LinkedHashMap<>();
    design
        .viewRole()
        .views()
        .ifPresent(
            views -> {
              Set<String> ended = new TreeSet<>(kept(table));
              ended.addAll(beingGivenUp(table, ""));
              ended.forEach(view -> notes.put(PREFIX + view, givenUp));
              views.forEach(view -> notes.put(PREFIX + view, KEPT));
            });
    design
        .viewRole()
        .source()
        .filter(source -> !isKnown(table))
        .ifPresent(source -> notes.putAll(building(source)));
    return notes;
  }

  private static boolean isKnown(TableDescriptor view) {
    String state = view.getValue(STATE);
    return view.getValue(OF) != null && state != null && !state.equals(NotedIndexes.GIVEN_UP);
  }

  /** What a new table gets: a view that is not built, or records that have views. */
  static Map<String, String> ofNew(ViewRole role) {
    Map<String, String> notes = new LinkedHashMap<>();
    role.views().orElse(Set.of()).forEach(view -> notes.put(PREFIX + view, KEPT));
    role.source().ifPresent(source -> notes.putAll(building(source)));
    return notes;
  }

  private static Map<String, String> building(TableName source) {
    return Map.of(
        OF,
        source.getNameAsString(),
        STATE,
        NewNotes.BUILDING,
        BUILD,
        UUID.randomUUID().toString());
  }

  /** What the records' table gets at the end of an upgrade. */
  static Map<String, String> ended(TableDescriptor records, String token) {
    Map<String, String> notes = new TreeMap<>();
    beingGivenUp(records, token).forEach(view -> notes.put(PREFIX + view, NotedIndexes.GIVEN_UP));
    return notes;
  }

  /**
   * Since when a view is not complete; empty when it is, or nothing is known of that. While it is
   * the same, the view was not given up.
   */
  public static Optional<String> build(TableDescriptor view) {
    return unserved(view).isEmpty() || NotedIndexes.GIVEN_UP.equals(view.getValue(STATE))
        ? Optional.empty()
        : Optional.of(Objects.requireNonNullElse(view.getValue(BUILD), ""));
  }

  /** Whether programs that write records keep a view of them. */
  public static boolean isKept(TableDescriptor records, TableName view) {
    return records != null && kept(records).contains(view.getNameAsString());
  }

  /** Whether a view is not complete since a beginning of {@link #build}. */
  public static boolean isBuilding(TableDescriptor view, String build) {
    return build(view).filter(build::equals).isPresent();
  }

  /** Whether a view is complete, and was begun so. */
  public static boolean isReady(TableDescriptor view, String build) {
    return isReady(view) && build.equals(view.getValue(BUILD));
  }

  /** Whether no program keeps a view. */
  public static boolean isGivenUp(TableDescriptor view) {
    return NotedIndexes.GIVEN_UP.equals(view.getValue(STATE));
  }

  /** Whether a table is the view of a source, and kept as far as it knows. */
  public static boolean isLiveViewOf(TableDescriptor view, TableName source) {
    return source.getNameAsString().equals(view.getValue(OF)) && !isGivenUp(view);
  }

  /**
   * The table of a view that is to be built from the beginning, whatever it has: its source did not
   * keep it.
   *
   * @param isNew whether it has nothing, nor had, nor gets anything but from who keeps it
   */
  public static TableDescriptor begun(TableDescriptor view, TableName source, boolean isNew) {
    Map<String, String> building = building(source);
    TableDescriptor begun = NewNotes.with(view, building);
    return isNew
        ? withReached(begun, building.get(BUILD), new Reached(/* isNew= */ true, new byte[0]))
        : begun;
  }

  /** The table whose view a table says that it is. */
  public static Optional<TableName> sourceOf(TableDescriptor table) {
    return Optional.ofNullable(table.getValue(OF)).map(TableName::valueOf);
  }

  /**
   * A table that is no view, if no program writes it as one; else as it is.
   *
   * @param source the table of {@link #sourceOf}; null when it is not there
   */
  public static TableDescriptor freed(TableDescriptor table, TableDescriptor source) {
    boolean written =
        source != null
            && written(source)
                .filter(views -> views.contains(table.getTableName().getNameAsString()))
                .isPresent();
    return isView(table) && (isGivenUp(table) || !written)
        ? TableDescriptorBuilder.newBuilder(table)
            .removeValue(Bytes.toBytes(OF))
            .removeValue(Bytes.toBytes(STATE))
            .removeValue(Bytes.toBytes(FAILURE))
            .removeValue(Bytes.toBytes(BUILD))
            .removeValue(Bytes.toBytes(REACHED))
            .build()
        : table;
  }

  /**
   * How far a build has got.
   *
   * @param isNew whether the view had nothing when it began
   * @param row the last of the records' rows whose view rows are there; empty at the beginning
   */
  public record Reached(boolean isNew, byte[] row) {}

  /** How far the last run of a build has got, as far as it was noted. */
  public static Optional<Reached> reached(TableDescriptor view, String build) {
    String noted = view.getValue(REACHED);
    String[] words = noted == null ? new String[0] : noted.split(" ", -1);
    return words.length == 3 && words[0].equals(build)
        ? Optional.of(new Reached(words[1].equals(NEW), Bytes.fromHex(words[2])))
        : Optional.empty();
  }

  /** The table of a view whose build has got so far. */
  public static TableDescriptor withReached(TableDescriptor view, String build, Reached reached) {
    String words = build + " " + (reached.isNew() ? NEW : "old") + " " + Bytes.toHex(reached.row());
    return NewNotes.with(view, Map.of(REACHED, words));
  }

  /** The table of a view that has all its rows. */
  public static TableDescriptor ready(TableDescriptor view) {
    return TableDescriptorBuilder.newBuilder(NewNotes.with(view, Map.of(STATE, NotedIndexes.READY)))
        .removeValue(Bytes.toBytes(FAILURE))
        .removeValue(Bytes.toBytes(REACHED))
        .build();
  }

  /** The table of a view that could not be built. */
  public static TableDescriptor failed(TableDescriptor view, String reason) {
    return TableDescriptorBuilder.newBuilder(
            NewNotes.with(view, Map.of(STATE, NewNotes.FAILED, FAILURE, reason)))
        .removeValue(Bytes.toBytes(REACHED)) // what comes next may give other rows
        .build();
  }

  /** Records whose view is on its own from now on. */
  static TableDescriptor withoutView(TableDescriptor records, TableName view) {
    return NewNotes.with(records, Map.of(PREFIX + view.getNameAsString(), NotedIndexes.GIVEN_UP));
  }

  /** The table of a view that no program keeps. */
  public static TableDescriptor givenUp(TableDescriptor view) {
    return NewNotes.with(view, Map.of(STATE, NotedIndexes.GIVEN_UP));
  }
}
