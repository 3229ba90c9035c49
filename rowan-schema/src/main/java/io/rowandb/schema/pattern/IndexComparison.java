package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.chain.Stamped;
import io.rowandb.schema.pattern.details.Lookup;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.pattern.rows.RowSource;
import io.rowandb.schema.pattern.rows.RowSources;
import io.rowandb.schema.pattern.rows.Stretch;
import io.rowandb.schema.table.IndexDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Compares one index with the records that it is given, and its entries with the records, and
 * repairs it if asked to. Entries are written for the records as they are found. If a writer
 * changes a record meanwhile, that writer adds the new entries, and the old ones are stale. Used
 * once, by one thread.
 */
final class IndexComparison<R> {
  // Fixed at construction.
  private final PlanReader<R> reader;
  private final Records<R> rows;
  private final IndexKeeper<R> keeper;
  private final Writer<R> writer;
  private final IndexDesign<R> index;
  private final boolean repairs;

  private long records;
  private long entries;
  private long missing;
  private long stale;
  private long added;
  private long removed;
  private long conflicts;
  private long unreadable;
  private long withoutCopies;
  private long outdated;
  private long filled;
  private long rewritten;

  /**
   * Creates a comparison.
   *
   * @param repairs whether it writes what is lacking and, of entries, removes what is stale; else
   *     it changes nothing
   */
  IndexComparison(PlanReader<R> reader, Writer<R> writer, IndexDesign<R> index, boolean repairs) {
    this.reader = reader;
    this.writer = writer;
    rows = reader.records();
    keeper = reader.keeper();
    this.index = index;
    this.repairs = repairs;
  }

  IndexDesign<R> index() {
    return index;
  }

  /** Reads all entries, and compares them with the records. */
  void compareEntries() throws IOException {
    KeySelection whole = index.key().select(Map.of());
    RowRead read =
        new RowRead(
            List.of(index.family().getName()),
            1,
            /* cells= */ Optional.empty(),
            whole,
            /* merged= */ false,
            /* byField= */ false,
            /* reversed= */ false,
            QuerySettings.NOW,
            QuerySettings.ALL,
            /* stopsByRows= */ true);
    try (RowSource all = RowSources.open(reader.tableOf(index), read, Stretch.ALL)) {
      List<Result> some = new ArrayList<>();
      while (all.hasNext()) {
        some.add(all.next().result());
        if (some.size() == IndexRepair.BATCH || !all.hasNext()) {
          compareWithRecords(some);
          some.clear();
        }
      }
    }
  }

  /** What was found by now. */
  IndexReport report() {
    return new IndexReport(
        records,
        entries,
        missing,
        stale,
        added,
        removed,
        conflicts,
        unreadable,
        new IndexReport.Copies(withoutCopies, outdated, filled, rewritten));
  }

  /**
   * An entry that a record needs.
   *
   * @param found the record
   * @param entry the row of the entry
   */
  private record Needed<R>(Lookup<R> found, byte[] entry) {
    byte[] row() {
      return found.row();
    }
  }

  /**
   * Looks whether records have their entries.
   *
   * @param some as they were just read
   */
  void compareRecords(List<Lookup<R>> some) throws IOException {
    unreadable += some.stream().filter(Lookup::isUnreadable).count();
    List<Lookup<R>> there = some.stream().filter(each -> each.record() != null).toList();
    records += there.size();
    List<Needed<R>> needed = new ArrayList<>();
    for (Lookup<R> found : there) {
      for (byte[] entry : index.entries(found.record(), found.row())) {
        needed.add(new Needed<>(found, entry));
      }
    }
    entries += needed.size();
    List<Needed<R>> lacking = new ArrayList<>();
    List<Result> taken = new ArrayList<>();
    compareWithEntries(stillNeeded(lacking(needed)), lacking, taken);
    missing += lacking.size();
    if (repairs) {
      add(lacking);
    } else if (index.isUnique()) {
      countConflicts(taken.stream().filter(entry -> index.row(entry).isPresent()).toList());
    }
  }

  private List<Needed<R>> lacking(List<Needed<R>> needed) throws IOException {
    List<Needed<R>> lacking = new ArrayList<>();
    compareWithEntries(needed, lacking, new ArrayList<>());
    return lacking;
  }

  /**
   * Reads entries.
   *
   * @param lacking gets those that are not there, or that another record has
   * @param present gets what is there in place of each of these
   */
  private void compareWithEntries(
      List<Needed<R>> needed, List<Needed<R>> lacking, List<Result> present) throws IOException {
    if (needed.isEmpty()) {
      return; // and makes no call
    }
    List<Get> gets = new ArrayList<>();
    for (Needed<R> each : needed) {
      gets.add(new Get(each.entry).addFamily(index.family().getName()));
    }
    List<Result> there = Steps.ended(keeper.table(index).getAll(gets));
    for (int i = 0; i < there.size(); i++) {
      byte[] row = needed.get(i).row();
      if (index.row(there.get(i)).filter(owner -> Arrays.equals(owner, row)).isEmpty()) {
        lacking.add(needed.get(i));
        present.add(there.get(i));
      }
    }
  }

  /**
   * Those that records, as they are now, need: a writer may have changed a record since it was
   * found, and then its former entry may be gone, or another record's.
   */
  private List<Needed<R>> stillNeeded(List<Needed<R>> lacking) throws IOException {
    List<Lookup<R>> now = Steps.ended(rows.lookUp(lacking.stream().map(Needed::row).toList()));
    List<Needed<R>> needed = new ArrayList<>();
    for (int i = 0; i < lacking.size(); i++) {
      Needed<R> each = lacking.get(i);
      Lookup<R> found = now.get(i);
      if (found.record() != null && index.has(found.record(), each.row(), each.entry)) {
        needed.add(new Needed<>(found, each.entry));
      }
    }
    return needed;
  }

  /** Entries that records lack since another record has them. */
  private void countConflicts(List<Result> taken) throws IOException {
    List<Lookup<R>> others =
        Steps.ended(
            rows.lookUp(taken.stream().map(entry -> index.row(entry).orElseThrow()).toList()));
    for (int i = 0; i < taken.size(); i++) {
      Result entry = taken.get(i);
      byte[] row = index.row(entry).orElseThrow();
      R other = others.get(i).record();
      conflicts += other != null && index.has(other, row, entry.getRow()) ? 1 : 0;
    }
  }

  private void add(List<Needed<R>> lacking) throws IOException {
    if (!index.isUnique()) {
      addSome(lacking);
      return;
    }
    for (Needed<R> each : lacking) {
      try {
        addSome(List.of(each));
      } catch (UniqueViolationException e) {
        conflicts++; // which of the two is to stay is not for this to say
      }
    }
  }

  /** Those that somebody else writes just now lack nothing any more. */
  private void addSome(List<Needed<R>> lacking) throws IOException {
    long done = written(lacking.stream().map(each -> new Writer.Old<>(each.found(), 0)));
    added += done;
    missing -= lacking.size() - done;
  }

  private long written(Stream<Writer.Old<R>> some) throws IOException {
    List<Writer.Old<R>> present = some.toList();
    return present.isEmpty()
        ? 0 // and makes no call
        : Steps.ended(writer.addEntries(index, present)).stream().filter(done -> done).count();
  }

  private void compareWithRecords(List<Result> some) throws IOException {
    List<Result> foreign = some.stream().filter(index::isForeign).toList();
    stale += foreign.size();
    if (repairs) {
      Steps.ended(keeper.ofDesign()); // else these may be another design's
      Steps.ended(keeper.remove(index, foreign)); // no record comes to have one, however young
      removed += foreign.size();
    }
    compareOwn(some.stream().filter(entry -> !foreign.contains(entry)).toList());
  }

  private void compareOwn(List<Result> some) throws IOException {
    long nowMillis = keeper.nowMillis();
    List<Lookup<R>> found =
        Steps.ended(
            rows.lookUp(
                some.stream().map(entry -> index.row(entry).orElse(entry.getRow())).toList()));
    List<Result> ofNone = new ArrayList<>();
    List<IndexEntries.Seen<R>> ofRecords = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      Result entry = some.get(i);
      Lookup<R> named = found.get(i);
      if (index.row(entry).isEmpty()) {
        ofNone.add(entry);
      } else if (named.record() != null && index.has(named.record(), named.row(), entry.getRow())) {
        ofRecords.add(new IndexEntries.Seen<>(entry, named));
      } else if (!named.isUnreadable()) {
        ofNone.add(entry);
      }
    }
    stale += ofNone.size();
    if (repairs) {
      Steps.ended(keeper.withoutCopies(index, ofNone)); // of records that a program without changed
      removed += Steps.ended(keeper.removeOld(index, ofNone, nowMillis));
      Steps.ended(
          keeper.thin(index, ofRecords.stream().map(IndexEntries.Seen::entry).toList(), nowMillis));
    }
    if (index.hasCopies()) {
      compareCopies(ofRecords);
    }
  }

  private void compareCopies(List<IndexEntries.Seen<R>> entries) throws IOException {
    List<IndexEntries.Seen<R>> empty = new ArrayList<>();
    List<IndexEntries.Seen<R>> wrong = new ArrayList<>();
    for (IndexEntries.Seen<R> each : entries) {
      Optional<byte[]> copies = index.cells().copies(each.entry());
      if (copies.isEmpty()) {
        empty.add(each);
      } else if (!Arrays.equals(copies.get(), index.cells().copiesOf(each.found().record()))) {
        wrong.add(each);
      }
    }
    List<IndexEntries.Seen<R>> stillWrong = stillWrong(wrong);
    withoutCopies += empty.size();
    outdated += stillWrong.size();
    if (repairs) {
      filled += refilled(empty);
      long done = refilled(stillWrong);
      rewritten += done;
      outdated -= stillWrong.size() - done; // somebody else writes them just now
    }
  }

  /**
   * Those that have wrong copies when they are read again, between two looks at their record that
   * find the same write. Otherwise a writer may have changed the record meanwhile.
   */
  private List<IndexEntries.Seen<R>> stillWrong(List<IndexEntries.Seen<R>> wrong)
      throws IOException {
    if (wrong.isEmpty()) {
      return wrong; // and makes no call
    }
    List<Result> entries = read(wrong);
    List<Lookup<R>> found =
        Steps.ended(rows.lookUp(wrong.stream().map(each -> each.found().row()).toList()));
    List<IndexEntries.Seen<R>> still = new ArrayList<>();
    for (int i = 0; i < wrong.size(); i++) {
      IndexEntries.Seen<R> now = new IndexEntries.Seen<>(entries.get(i), found.get(i));
      if (now.isOfSameWrite(rows.design(), wrong.get(i)) && now.hasOtherCopies(index)) {
        still.add(now);
      }
    }
    return still;
  }

  /** At the time of the record's write where that is known and not hidden; else at one behind. */
  private long refilled(List<IndexEntries.Seen<R>> entries) throws IOException {
    Map<Boolean, List<IndexEntries.Seen<R>>> taking =
        entries.stream()
            .collect(Collectors.partitioningBy(each -> each.takesCopies(rows.design(), index)));
    long done = Steps.ended(keeper.fill(index, taking.get(true)));
    for (IndexEntries.Seen<R> each : taking.get(false)) {
      done += refilledBehind(each, index.cells().newest(each.entry()));
    }
    List<IndexEntries.Seen<R>> hidden = hidden(taking.get(true));
    SortedMap<byte[], Long> stored =
        Steps.ended(
            Stamped.latestStored(
                keeper.table(index), hidden.stream().map(each -> each.entry().getRow()).toList()));
    for (IndexEntries.Seen<R> each : hidden) {
      done += refilledBehind(each, stored.getOrDefault(each.entry().getRow(), 0L)) - 1;
    }
    return done;
  }

  /**
   * Those that have no copies although they were just given some, and nothing newer is there: a
   * deletion hides them, whose time is ahead of the record's.
   */
  private List<IndexEntries.Seen<R>> hidden(List<IndexEntries.Seen<R>> given) throws IOException {
    List<Result> now = read(given);
    List<IndexEntries.Seen<R>> hidden = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      IndexEntries.Seen<R> each = new IndexEntries.Seen<>(now.get(i), given.get(i).found());
      if (!each.entry().isEmpty()
          && index.cells().copies(each.entry()).isEmpty()
          && each.takesCopies(rows.design(), index)) {
        hidden.add(each);
      }
    }
    return hidden;
  }

  /** Entries as they are now; makes no call for none. */
  private List<Result> read(List<IndexEntries.Seen<R>> entries) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (IndexEntries.Seen<R> each : entries) {
      gets.add(new Get(each.entry().getRow()).addFamily(index.family().getName()));
    }
    return Steps.ended(keeper.table(index).getAll(gets));
  }

  private long refilledBehind(IndexEntries.Seen<R> entry, long latest) throws IOException {
    try {
      return written(Stream.of(new Writer.Old<>(entry.found(), latest + 1)));
    } catch (UniqueViolationException e) {
      return 0; // another record has the values by now, and its writer writes the copies
    }
  }
}
