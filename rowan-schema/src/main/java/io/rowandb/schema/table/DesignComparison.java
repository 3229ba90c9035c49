package io.rowandb.schema.table;

import io.rowandb.schema.key.KeyForm;
import io.rowandb.schema.key.NotedKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * A design beside what tables keep of the one that they were made by: two texts for each thing that
 * is declared, of which those that differ are the differences. It compares all that a {@link
 * Fingerprint} is of, and besides what indexes and views are just now. Used once, by one thread.
 */
final class DesignComparison {
  private static final String READY = NotedIndexes.READY;

  // Fixed at construction.
  private final TableForm<?> form;
  private final List<? extends IndexDesign<?>> indexes;
  private final ViewRole role;
  private final Map<TableName, TableDescriptor> there;
  private final TableDescriptor records;

  /** What is declared and what was found, by what it is. */
  private final Map<String, String> declared = new TreeMap<>();

  private final Map<String, String> found = new TreeMap<>();

  private DesignComparison(
      TableForm<?> form,
      List<? extends IndexDesign<?>> indexes,
      ViewRole role,
      Map<TableName, TableDescriptor> there) {
    this.form = form;
    this.indexes = indexes;
    this.role = role;
    this.there = there;
    records = there.get(form.name());
  }

  /**
   * What differs from a design; of the design alone nothing when the table keeps none.
   *
   * @param there descriptors, at least that of the records
   * @throws IllegalArgumentException when what a table keeps is no design
   */
  static List<TableDifference> of(
      TableForm<?> form,
      List<? extends IndexDesign<?>> indexes,
      ViewRole role,
      Map<TableName, TableDescriptor> there) {
    DesignComparison comparison = new DesignComparison(form, indexes, role, there);
    String noted = comparison.records.getValue(NewNotes.DESIGN);
    if (noted != null) {
      comparison.compareLines("", form.lines(), noted);
      comparison.compareMarks();
      comparison.comparePlaces();
      indexes.forEach(comparison::compare);
    }
    comparison.compareViews();
    comparison.compareSource();
    return comparison.differences();
  }

  private List<TableDifference> differences() {
    List<TableDifference> all = new ArrayList<>();
    TreeSet<String> places = new TreeSet<>(declared.keySet());
    places.addAll(found.keySet());
    for (String place : places) {
      String now = declared.getOrDefault(place, TableDifference.NOTHING);
      String before = found.getOrDefault(place, TableDifference.NOTHING);
      if (!now.equals(before)) {
        all.add(new TableDifference(place, now, before));
      }
    }
    return List.copyOf(all);
  }

  private void put(String what, String now, String before) {
    put(declared, what, now);
    put(found, what, before);
  }

  private static void put(Map<String, String> texts, String what, String text) {
    if (text != null && !text.isEmpty()) {
      texts.put(what, text);
    }
  }

  /**
   * Lines by their places.
   *
   * @param before stands before the places
   * @param noted of a {@link NotedDesign}
   */
  private void compareLines(String before, List<DesignLine> lines, String noted) {
    NotedDesign now = new NotedDesign(lines);
    NotedDesign then = NotedDesign.parse(noted);
    Map<String, DesignLine> ofNow = byPlace(now);
    Map<String, DesignLine> ofThen = byPlace(then);
    Set<String> places = new TreeSet<>(ofNow.keySet());
    places.addAll(ofThen.keySet());
    for (String place : places) {
      DesignLine one = ofNow.get(place);
      DesignLine other = ofThen.get(place);
      if (!Objects.equals(one, other)
          && !(one != null && other != null && compareParts(before, now, one, then, other))) {
        put(before + place, text(one), text(other));
      }
    }
    boolean reordered =
        ofNow.keySet().equals(ofThen.keySet()) && !now.places().equals(then.places());
    if (reordered) {
      put(
          before + "order of what is declared",
          String.join(", ", now.places()),
          String.join(", ", then.places()));
    }
  }

  private static Map<String, DesignLine> byPlace(NotedDesign noted) {
    Map<String, DesignLine> lines = new LinkedHashMap<>();
    noted.lines().forEach(line -> lines.put(line.place(), line));
    return lines;
  }

  private static String text(DesignLine line) {
    return line == null
        ? null
        : Stream.of(String.join(", ", line.fields()), line.form())
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(": "));
  }

  /** The parts of a key in the words of a declaration; whether these tell what differs. */
  private boolean compareParts(
      String before, NotedDesign now, DesignLine one, NotedDesign then, DesignLine other) {
    if (!one.isOfKey() && !one.isOfIndex()) {
      return false;
    }
    List<String> parts;
    List<String> others;
    try {
      parts = parts(NotedKey.of(one.fields(), one.form(), now.constants(one.place())));
      others = parts(NotedKey.of(other.fields(), other.form(), then.constants(other.place())));
    } catch (IllegalArgumentException e) {
      return false; // its parts are known to its program alone
    }
    for (int i = 0; i < Math.max(parts.size(), others.size()); i++) {
      put(
          "part " + (i + 1) + " of " + before + one.place(),
          i < parts.size() ? parts.get(i) : null,
          i < others.size() ? others.get(i) : null);
    }
    return !parts.equals(others);
  }

  private static List<String> parts(NotedKey key) {
    List<KeyForm> forms = key.forms();
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < forms.size(); i++) {
      List<String> fields = forms.get(i).fields();
      parts.add((fields.isEmpty() ? "" : String.join(" and ", fields) + ": ") + key.words().get(i));
    }
    return parts;
  }

  private void compareMarks() {
    put(
        "marks of rows",
        form.isMarked() ? "marked" : null,
        records.getValue(NewNotes.MARKED) == null ? null : "marked");
  }

  /** Which indexes there are, and where. */
  private void comparePlaces() {
    indexes.forEach(index -> declared.put("index " + index.name(), "entries in " + index.table()));
    NotedIndexes.kept(records)
        .forEach(
            (index, table) ->
                found.put(
                    "index " + index,
                    table.equals(NotedIndexes.UNKNOWN)
                        ? declared.getOrDefault("index " + index, "entries somewhere")
                        : "entries in " + table));
    for (IndexDesign<?> index : indexes) {
      if (!found.containsKey("index " + index.name())) {
        put(found, "index " + index.name(), NotedIndexes.end(index.name(), records));
      }
    }
  }

  /** What an index is, if its table is known, and has entries of an index of this name. */
  private void compare(IndexDesign<?> index) {
    TableDescriptor entries = there.get(index.table());
    String noted = entries == null ? null : entries.getValue(NewNotes.designOf(index));
    if (noted == null || !NotedIndexes.kept(records).containsKey(index.name())) {
      return;
    }
    String of = " of index " + index.name();
    compareLines("form of ", index.lines(), noted);
    String fields = entries.getValue(NewNotes.fieldsOf(index));
    if (fields != null) {
      put("fields" + of, sources(IndexSources.text(form, index)), sources(fields));
    }
    String family = entries.getValue(NewNotes.familyOf(index.name()));
    if (family != null) { // else it tells of no copies
      put("family" + of, index.family().getNameAsString(), family);
      put("copies" + of, NewNotes.copies(index), entries.getValue(NewNotes.copiesOf(index.name())));
    }
    if (!index.isBuilding()) {
      put("state" + of, READY, state(index, entries));
    }
  }

  /** In words; one that was made with its table is ready without saying so there. */
  private String state(IndexDesign<?> index, TableDescriptor entries) {
    String own = entries.getValue(NewNotes.stateOf(index));
    String state = own == null ? records.getValue(NewNotes.stateOf(index)) : own;
    if (NewNotes.FAILED.equals(state)) {
      return "its last build failed: " + entries.getValue(NewNotes.failureOf(index));
    }
    return READY.equals(state) ? READY : NewNotes.BUILDING;
  }

  /** As {@code city in column u:c, id in key 0}. */
  private static String sources(String noted) {
    return NotedDesign.parse(noted).lines().stream()
        .map(
            line ->
                line.place()
                    + " in "
                    + String.join(" or ", line.fields())
                    + (line.form().isEmpty() ? "" : ", " + line.form() + " without"))
        .collect(Collectors.joining(", "));
  }

  /** Views of the records; a program that says nothing of views declares none. */
  private void compareViews() {
    role.views().orElse(Set.of()).forEach(view -> declared.put("view " + view, "kept"));
    NotedViews.of(records)
        .forEach(
            (view, state) -> {
              String what = "view " + view;
              String end = NotedIndexes.end(state);
              if (end == null) {
                found.put(what, state);
                compareState(view);
              } else if (declared.containsKey(what)) {
                found.put(what, end);
              }
            });
  }

  private void compareState(String view) {
    TableDescriptor table = there.get(TableName.valueOf(view));
    if (table != null && declared.containsKey("view " + view)) {
      put("state of view " + view, READY, NotedViews.state(table));
    }
  }

  /** Whether the table itself is a view. */
  private void compareSource() {
    String source = role.source().map(TableName::getNameAsString).orElse(null);
    String noted = NotedViews.source(records).orElse(null);
    put("view of", source, noted);
    if (source != null && source.equals(noted)) {
      put("state of the view", READY, NotedViews.state(records));
    }
  }
}
