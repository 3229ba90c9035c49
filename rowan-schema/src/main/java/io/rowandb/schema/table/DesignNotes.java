package io.rowandb.schema.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What tables record about their design in their descriptors, which HBase stores and copies:
 *
 * <pre>
 *   attribute                  of                       value
 *   rowan.design               the records' table       what a NotedDesign is: key, columns, details
 *   rowan.fingerprint          the records' table       a short name of all this: TableDesign.fingerprint
 *   rowan.marked               the records' table       "true" if its rows have marks
 *   rowan.awaited              the records' table       an upgrade waits: {@link AwaitedPrograms}
 *   rowan.details.FIELD.records the table of details    the records' table
 *   rowan.index.NAME.design    the table of its entries the same of an index
 *   rowan.index.NAME.family    the table of its entries the family of its entries' cells
 *   rowan.index.NAME.copies    the table of its entries the fields that they have copies of, if any
 *   rowan.index.NAME.records   the table of its entries the records' table
 *   rowan.index.NAME.fields    the table of its entries where its fields come from: IndexSources
 *   rowan.index.NAME.state     the records' table       ready: it was declared when the table was made
 *                              the table of its entries building, ready, or failed; this is the one that counts
 *   rowan.index.NAME.failure   the table of its entries why its last build failed
 *   rowan.index.NAME.build     the table of its entries random, since when it is building
 *   rowan.index.NAME.table     the records' table       which that is, or given up, or being given up:
 *                                                      {@link NotedIndexes}
 * </pre>
 *
 * <p>{@link ViewNotes} has those of views, {@link MigrationNotes} those of a move to another table.
 *
 * <p>A table without {@code rowan.design} was made by a program that knows nothing about designs;
 * any design may be applied to it, and its indexes are assumed to be built. Makes no calls.
 */
public final class DesignNotes {
  /** The state of an index of which nothing more is to be said than that it is being built. */
  public static final String BUILDING = NewNotes.BUILDING;

  private static final String FAILED = "its last build failed: ";

  private DesignNotes() {}

  /** The tables whose descriptors have something of a design. */
  public static Set<TableName> tables(TableDesign<?> design) {
    Set<TableName> tables = new LinkedHashSet<>(Set.of(design.name()));
    design.indexes().forEach(index -> tables.add(index.table()));
    return tables;
  }

  /**
   * Refuses a design that would misread what a table has.
   *
   * @param there the descriptors of {@link #tables}, of those that are there
   */
  public static void check(TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    if (design.isNoted()) {
      return; // it is what they have
    }
    requireFamilies(design, there);
    TableDescriptor records = there.get(design.name());
    if (records != null) {
      checkRows(design, there);
      NotedIndexes.check(design.indexes(), records);
      ViewNotes.check(design, records);
    }
    for (IndexDesign<?> index : design.indexes()) {
      TableDescriptor entries = there.get(index.table());
      if (entries != null) {
        check(entries, NewNotes.designOf(index), index.lines());
        checkOwner(index, design, entries);
        OtherEntries.difference(index, design, there)
            .ifPresent(
                difference -> {
                  throw ChangedDesignException.ofIndex(entries.getTableName(), difference);
                });
      }
    }
    if (records != null) {
      checkMarks(design, records);
    }
  }

  /**
   * Why a program that may read records must not write them; empty when it may.
   *
   * @param there as for {@link #check}
   */
  public static Optional<ChangedDesignException> refusalOfWrites(
      TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    return Optional.ofNullable(there.get(design.name()))
        .flatMap(
            records ->
                MigrationNotes.refusal(records)
                    .or(() -> ViewNotes.refusal(design, records))
                    .or(() -> NewerNotes.refusal(there.values())));
  }

  /**
   * Refuses a design that would misread the records of a table, whatever its indexes are.
   *
   * @param there as for {@link #check}
   */
  static void checkRows(TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    TableDescriptor records = there.get(design.name());
    if (records != null) {
      check(records, NewNotes.DESIGN, design.form().lines());
    }
  }

  /**
   * What the rows of a table have by the design that it notes, and another design of it does not
   * see.
   */
  public static List<String> unseen(TableDesign<?> design, TableDescriptor records) {
    return Optional.ofNullable(records.getValue(NewNotes.DESIGN)).stream()
        .filter(text -> NotedDesign.unknownFormat(text).isEmpty()) // nobody opens that
        .map(NotedDesign::parse)
        .flatMap(noted -> noted.unseenBy(new NotedDesign(design.form().lines())).stream())
        .map(line -> line.place() + " is " + String.join(", ", line.fields()))
        .toList();
  }

  /**
   * Whether the table of the records has what a design says of rows, if it may be seen.
   *
   * @param there as for {@link #check}
   */
  public static boolean isNoted(TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    TableDescriptor records = there.get(design.name());
    String text = new NotedDesign(design.form().lines()).toText();
    return records == null
        || (text.equals(records.getValue(NewNotes.DESIGN))
            && (!design.form().isMarked() || records.getValue(NewNotes.MARKED) != null));
  }

  /**
   * Whether the table of the records also says where the entries of all indexes are, which refuses
   * programs that lack one.
   *
   * @param there as for {@link #check}
   */
  public static boolean hasPlaces(TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    TableDescriptor records = there.get(design.name());
    return records == null
        || design.indexes().stream()
            .allMatch(
                index ->
                    index
                        .table()
                        .getNameAsString()
                        .equals(records.getValue(NotedIndexes.tableOf(index.name()))));
  }

  /** Whether rows get marks by a design, and programs that have none may write them. */
  static boolean needsMarks(TableDesign<?> design, TableDescriptor records) {
    return design.isMarked()
        && records.getValue(NewNotes.DESIGN) != null
        && records.getValue(NewNotes.MARKED) == null;
  }

  /** Refuses a design without marks for rows that have some. */
  static void checkMarks(TableDesign<?> design, TableDescriptor records) {
    if (records.getValue(NewNotes.MARKED) != null && !design.isMarked()) {
      throw ChangedDesignException.lacksMarks(design.name());
    }
  }

  /**
   * Refuses to note anything of a design where a newer version of Rowan noted what this one does
   * not know.
   *
   * @param there as for {@link #check}
   */
  public static void checkKnown(Map<TableName, TableDescriptor> there) {
    NewerNotes.check(there.values());
  }

  /** Refuses a design with a family that a table has not. */
  private static void requireFamilies(
      TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    for (byte[] family : design.familyNames()) {
      requireFamily(there.get(design.name()), family);
    }
    for (IndexDesign<?> index : design.indexes()) {
      requireFamily(there.get(index.table()), index.family().getName());
    }
  }

  private static void requireFamily(TableDescriptor table, byte[] family) {
    if (table != null && !table.hasColumnFamily(family)) {
      throw ChangedDesignException.lacksFamily(table.getTableName(), Bytes.toString(family));
    }
  }

  /** Refuses a design with an index in a table that has the entries of another. */
  static void checkOwners(TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    for (IndexDesign<?> index : design.indexes()) {
      if (there.containsKey(index.table())) {
        checkOwner(index, design, there.get(index.table()));
      }
    }
  }

  private static void checkOwner(
      IndexDesign<?> index, TableDesign<?> design, TableDescriptor entries) {
    otherThan(index, design, entries)
        .ifPresent(
            other -> {
              throw ChangedDesignException.ofIndex(
                  entries.getTableName(),
                  "it has the entries of index " + other + "; declared: index " + index.name());
            });
  }

  private static Optional<String> otherThan(
      IndexDesign<?> index, TableDesign<?> design, TableDescriptor entries) {
    return index.isInTableOfRecords()
        ? Optional.empty()
        : NotedIndexes.otherThan(index, design.indexes(), entries);
  }

  private static void check(TableDescriptor table, String attribute, List<DesignLine> declared) {
    String noted = table.getValue(attribute);
    if (noted != null) {
      NotedDesign.parse(noted)
          .difference(new NotedDesign(declared))
          .ifPresent(
              difference -> {
                throw new ChangedDesignException(table.getTableName(), difference);
              });
    }
  }

  /**
   * The indexes that lack records which were there before them, and what each is: {@link
   * #BUILDING}, or why it is not.
   *
   * @param there as for {@link #check}
   */
  public static Map<String, String> unbuilt(
      TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    Map<String, String> unbuilt = new LinkedHashMap<>();
    for (IndexDesign<?> index : design.indexes()) {
      unbuilt(index, design, there).ifPresent(state -> unbuilt.put(index.name(), state));
    }
    return unbuilt;
  }

  private static Optional<String> unbuilt(
      IndexDesign<?> index, TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    TableDescriptor records = there.get(design.name());
    TableDescriptor entries = there.get(index.table());
    if (records != null && NotedIndexes.isElsewhere(index, records)) {
      String elsewhere = records.getValue(NotedIndexes.tableOf(index.name()));
      return Optional.of(Objects.requireNonNullElse(NotedIndexes.end(elsewhere), elsewhere));
    }
    if (entries != null && otherThan(index, design, entries).isPresent()) {
      return Optional.of("its table has entries of another");
    }
    if (design.isNoted() && OtherEntries.areNoted(index, design, there)) {
      return Optional.of("its entries are others now");
    }
    String state = entries == null ? null : entries.getValue(NewNotes.stateOf(index));
    if (state == null && records != null) {
      state = records.getValue(NewNotes.stateOf(index));
    }
    boolean known = records != null && records.getValue(NewNotes.DESIGN) != null;
    if (NewNotes.FAILED.equals(state) && entries != null) {
      return Optional.of(FAILED + entries.getValue(NewNotes.failureOf(index)));
    }
    if (state != null && !NewerNotes.isState(state)) {
      return Optional.of("its state is '" + state + "', which this version does not know");
    }
    return NewNotes.BUILDING.equals(state) || (state == null && known)
        ? Optional.of(BUILDING)
        : Optional.empty();
  }

  /**
   * Tables that are to know that an index is kept from now on, before it is built: to be written in
   * this order, since one that was given up must not be taken for built.
   *
   * @param there as for {@link #check}
   */
  public static List<TableDescriptor> begun(
      TableDesign<?> design, IndexDesign<?> index, Map<TableName, TableDescriptor> there) {
    TableDescriptor records = there.get(design.name());
    TableDescriptor entries = there.get(index.table());
    String table = index.table().getNameAsString();
    String attribute = NotedIndexes.tableOf(index.name());
    if (records == null || entries == null || table.equals(records.getValue(attribute))) {
      return List.of();
    }
    Map<String, String> place = Map.of(attribute, table);
    if (unbuilt(index, design, there).isEmpty()) {
      return List.of(NewNotes.with(records, place));
    }
    TableDescriptor unbuilt = NewNotes.with(entries, NewNotes.begun(index));
    return index.isInTableOfRecords()
        ? List.of(NewNotes.with(unbuilt, place))
        : List.of(unbuilt, NewNotes.with(records, place));
  }

  /**
   * Since when an index is building; null if that was never noted. While it is the same, no writer
   * has been told that it need not keep the index.
   *
   * @param there as for {@link #check}
   */
  public static String build(IndexDesign<?> index, Map<TableName, TableDescriptor> there) {
    TableDescriptor entries = there.get(index.table());
    return entries == null ? null : entries.getValue(NewNotes.buildOf(index));
  }

  /** The table of an index's entries, whose records all have theirs. */
  public static TableDescriptor built(
      TableDesign<?> design, TableDescriptor entries, IndexDesign<?> index) {
    Map<String, String> notes = new LinkedHashMap<>(NewNotes.ofIndexAnew(design.form(), index));
    notes.put(NewNotes.stateOf(index), NotedIndexes.READY);
    return TableDescriptorBuilder.newBuilder(NewNotes.with(entries, notes))
        .removeValue(Bytes.toBytes(NewNotes.failureOf(index)))
        .build();
  }

  private static <R> Map<String, String> ofDesign(TableDesign<R> design) {
    return NewNotes.ofDesign(design.form(), design.indexes());
  }

  /**
   * Tables that are to know a design from now on.
   *
   * @param there as for {@link #check}
   */
  public static List<TableDescriptor> declared(
      TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    return declared(design, there, NotedIndexes.GIVEN_UP, AwaitedPrograms.NOBODY);
  }

  /**
   * The same, while programs of the former design may be at work: an index that the design lacks is
   * being given up, so that no read uses it any more, but programs without it are not let in yet.
   * {@link #ended} follows.
   *
   * @param token of the upgrade
   */
  public static List<TableDescriptor> begun(
      TableDesign<?> design, Map<TableName, TableDescriptor> there, String token) {
    TableDescriptor records = there.get(design.name());
    Map<String, String> awaited =
        records == null ? Map.of() : AwaitedPrograms.begun(design, records, token);
    return declared(design, there, NotedIndexes.BEING_GIVEN_UP + token, awaited);
  }

  /**
   * The table of the records behind the wait of an upgrade: the indexes and views that it gives up
   * are so now, and it waits for nobody any more.
   */
  public static Optional<TableDescriptor> ended(TableDescriptor records, String token) {
    Map<String, String> notes = new TreeMap<>();
    NotedIndexes.beingGivenUp(records, token)
        .forEach(index -> notes.put(NotedIndexes.tableOf(index), NotedIndexes.GIVEN_UP));
    notes.putAll(ViewNotes.ended(records, token));
    notes.putAll(AwaitedPrograms.ended(records, token));
    return notes.isEmpty() ? Optional.empty() : Optional.of(NewNotes.with(records, notes));
  }

  /** The table of an index's entries, which could not be built. */
  public static TableDescriptor failed(
      TableDescriptor entries, IndexDesign<?> index, String reason) {
    return NewNotes.with(
        entries,
        Map.of(NewNotes.stateOf(index), NewNotes.FAILED, NewNotes.failureOf(index), reason));
  }

  private static List<TableDescriptor> declared(
      TableDesign<?> design,
      Map<TableName, TableDescriptor> there,
      String givenUp,
      Map<String, String> awaited) {
    Map<String, String> unbuilt = unbuilt(design, there);
    Map<TableName, Map<String, String>> notes = new LinkedHashMap<>();
    notes.put(design.name(), ofDesign(design));
    notes.get(design.name()).putAll(awaited);
    if (there.containsKey(design.name())) {
      notes
          .get(design.name())
          .putAll(NotedIndexes.declared(design.indexes(), there.get(design.name()), givenUp));
      notes
          .get(design.name())
          .putAll(ViewNotes.declared(design, there.get(design.name()), givenUp));
    }
    for (IndexDesign<?> index : design.indexes()) {
      Map<String, String> ofTable = notes.computeIfAbsent(index.table(), each -> new TreeMap<>());
      boolean changed = OtherEntries.areNoted(index, design, there);
      ofTable.putAll(NewNotes.ofIndexAnew(design.form(), index));
      if (changed || unbuilt.containsKey(index.name())) {
        boolean goesOn =
            !changed
                && there.containsKey(index.table())
                && build(index, there) != null
                && NewNotes.BUILDING.equals(
                    there.get(index.table()).getValue(NewNotes.stateOf(index)));
        if (!goesOn) {
          ofTable.putAll(NewNotes.begun(index));
        }
      } else {
        ofTable.put(NewNotes.stateOf(index), NotedIndexes.READY);
      }
    }
    // That of the records last: it says that an index is kept, which is not to be taken for built.
    Map<String, String> ofRecords = notes.remove(design.name());
    notes.put(design.name(), ofRecords);
    KeptDeletions deletions = KeptDeletions.of(design);
    List<TableDescriptor> declared = new ArrayList<>();
    notes.forEach(
        (table, values) -> {
          if (there.containsKey(table)) {
            declared.add(NewNotes.with(deletions.in(there.get(table)), values));
          }
        });
    return declared;
  }
}
