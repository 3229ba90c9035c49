package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.details.Lookup;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.notes.DesignLease;
import io.rowandb.schema.pattern.notes.UnusableTable;
import io.rowandb.schema.table.IndexDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;

/**
 * Keeps the indexes of a table consistent, by the client alone. The protocol:
 *
 * <ol>
 *   <li>A writer first writes the entries of a record, and then its row. So each record has its
 *       entries, no matter when a writer dies.
 *   <li>A reader takes an entry only if the record has it ({@link EntryCheck}). So a stale entry
 *       causes no wrong answer.
 *   <li>A client that finds a stale entry removes it if it is older than a writer may take between
 *       the two steps. It removes only the version that it saw, so an entry that is rewritten
 *       meanwhile stays.
 *   <li>A writer may remove earlier what its own connection wrote in such an entry: {@link
 *       OwnEntries}. This is sent along with the entries of the next write, so it costs no extra
 *       call.
 * </ol>
 *
 * <p>When the writes of a row form a chain ({@link Chain}), each writer knows the record before its
 * own, and the time of its write is greater than that of the write before:
 *
 * <ol start="5">
 *   <li>Entries have the time of their record's write. After the row, the writer removes the
 *       entries of the former record, up to its own time; a later writer that needs one writes it
 *       later.
 *   <li>Copies have that time too. Before the row, a writer removes the copies from the entries of
 *       the former record, at its own time; after the row, it writes those of the new record.
 *   <li>A client that finds a record without copies, or with wrong ones, may write them at the time
 *       in the record's mark. Once a later write has begun, its removal of copies hides them.
 * </ol>
 *
 * <p>Unique entries are claimed: {@link Claims}.
 *
 * <p>Its thread rules are those of its carrier.
 */
final class IndexKeeper<R> {
  // Fixed at construction.
  private final Carrier carrier;
  private final Records<R> records;
  private final IndexEntries<R> entries;
  private final DesignLease lease;
  private final OwnEntries own;
  private final Map<IndexDesign<R>, TableCalls> tables = new LinkedHashMap<>();

  /** Of the table that some records are in. */
  IndexKeeper(Carrier carrier, Records<R> records, IndexSettings settings) throws IOException {
    this.carrier = carrier;
    this.records = records;
    entries = new IndexEntries<>(records.design(), settings);
    lease = new DesignLease(carrier, records.design(), settings.lease());
    own = OwnEntries.of(carrier.connection(), carrier.configuration(), entries.design().name());
    for (IndexDesign<R> index : entries.design().indexes()) {
      tables.put(index, carrier.table(index.table()));
    }
  }

  /** The table of the records. */
  TableName table() {
    return entries.design().name();
  }

  /** What is in rows now. */
  CompletableFuture<List<Lookup<R>>> lookUp(List<byte[]> rows) {
    return rows.isEmpty() ? CompletableFuture.completedFuture(List.of()) : records.lookUp(rows);
  }

  TableCalls table(IndexDesign<R> index) {
    return tables.get(index);
  }

  /** A call to the table of an index, whose failure says whether that is not there. */
  <T> CompletableFuture<T> named(IndexDesign<R> index, Callable<CompletableFuture<T>> call) {
    return UnusableTable.named(carrier, entries.design(), index, Steps.called(call));
  }

  /** A call to the table of the records, whose failure says whether that is not there. */
  <T> CompletableFuture<T> namedRows(Callable<CompletableFuture<T>> call) {
    return UnusableTable.named(carrier, entries.design(), Steps.called(call));
  }

  /** The failure of a call to the table of an index, which says whether that is not there. */
  IOException named(IndexDesign<R> index, IOException failure) {
    return failureOf(named(index, () -> CompletableFuture.failedFuture(failure)));
  }

  /** The failure of a call to the table of the records, which says whether that is not there. */
  IOException namedRows(IOException failure) {
    return failureOf(namedRows(() -> CompletableFuture.failedFuture(failure)));
  }

  private static IOException failureOf(CompletableFuture<?> failed) {
    try {
      Steps.ended(failed);
    } catch (IOException e) {
      return e;
    }
    throw new IllegalStateException("a failure was lost");
  }

  /** After which the writer of something has ended. */
  long graceMillis() {
    return entries.settings().grace().toMillis();
  }

  /** How long a write has taken that begins now. */
  WriteTime beginTime() {
    return entries.begin();
  }

  /**
   * The last look before rows are sent: that their tables are still of this design, and that the
   * write is not late.
   *
   * @return fails with a {@link io.rowandb.schema.table.ChangedDesignException}, and with a {@link
   *     LateWriteException}
   */
  CompletableFuture<Void> checked(WriteTime time) {
    return lease.held().thenCompose(done -> time.checked());
  }

  /**
   * Ends if the tables are of this design still.
   *
   * @return else fails with a {@link io.rowandb.schema.table.ChangedDesignException}
   */
  CompletableFuture<Void> ofDesign() {
    return lease.fits();
  }

  /** Ends if a program of the design may write records. */
  CompletableFuture<Void> mayWrite() {
    return lease.held();
  }

  /** Whether views that a row names were given up, as far as the tables told last. */
  boolean areGivenUp(Set<String> views) {
    return lease.areGivenUp(views);
  }

  /** A write of records whose entries are remembered begins: before {@link #writeEntries}. */
  OwnEntries.Write begin(List<byte[]> rows) {
    return own.begin(rows);
  }

  /**
   * The first step of writing records of a table without marks.
   *
   * @param write remembers their entries; null if they must belong to no write
   */
  CompletableFuture<Void> writeEntries(List<R> written, OwnEntries.Write write) {
    return Steps.each(
        entries.indexes(),
        index -> write(index, withObsolete(index, entries.of(index, written, write))));
  }

  /** Writes entries of an index for records of a table without marks that are there already. */
  CompletableFuture<Void> addEntries(IndexDesign<R> index, List<R> present) {
    return write(index, entries.of(index, present, null));
  }

  /**
   * Writes entries of an index for records that are there already.
   *
   * @return fails with a {@link UniqueViolationException} when another record has the values
   */
  CompletableFuture<Void> addEntriesAt(
      IndexDesign<R> index, List<IndexEntries.Present<R>> present) {
    Claims<R> claims = new Claims<>();
    return write(index, entries.lacking(index, present), claims)
        .exceptionallyCompose(failure -> giveUp(claims, failure))
        .thenCompose(done -> settle(claims));
  }

  /**
   * The first step of changing rows of a chain.
   *
   * @param claims gets what is to be settled when they are changed
   * @return fails with a {@link UniqueViolationException} when another record has the values of a
   *     unique index: entries of others are written then, which does no harm
   */
  CompletableFuture<Void> beforeRows(List<IndexEntries.Change<R>> changes, Claims<R> claims) {
    return Steps.each(
        entries.indexes(), index -> write(index, entries.before(index, changes), claims));
  }

  /** What comes behind rows of a chain that were written or deleted. */
  CompletableFuture<Void> behindRows(List<IndexEntries.Change<R>> changes) {
    return Steps.each(entries.indexes(), index -> write(index, entries.behind(index, changes)));
  }

  private CompletableFuture<Void> write(
      IndexDesign<R> index, IndexEntries.Writes<R> writes, Claims<R> claims) {
    return Steps.each(
            writes.claims(), claim -> make(claim).thenAccept(former -> claims.add(claim, former)))
        .thenCompose(done -> write(index, writes.puts()));
  }

  private List<Row> withObsolete(IndexDesign<R> index, List<Put> puts) {
    List<Row> changes = new ArrayList<>(puts);
    changes.addAll(entries.removing(index, own.takeObsolete(index.name())));
    return changes;
  }

  private CompletableFuture<Void> write(IndexDesign<R> index, List<? extends Row> changes) {
    return changes.isEmpty()
        ? Steps.DONE
        : named(index, () -> tables.get(index).batch(changes).thenApply(done -> null));
  }

  /** Makes a claim; gives the entry as it was seen before. */
  private CompletableFuture<Result> make(Claims.Claim<R> claim) {
    return named(claim.index(), () -> madeIn(claim));
  }

  private CompletableFuture<Result> madeIn(Claims.Claim<R> claim) {
    TableCalls table = tables.get(claim.index());
    AtomicReference<Result> former = new AtomicReference<>(Result.EMPTY_RESULT);
    return Steps.whileMore(
            () ->
                table
                    .checkAndMutate(claim.attempt(former.get()))
                    .thenCompose(made -> made ? Steps.more(false) : look(claim, former)))
        .thenApply(done -> former.get());
  }

  /** What is there instead; then it is tried again, or refused. */
  private CompletableFuture<Boolean> look(Claims.Claim<R> claim, AtomicReference<Result> former) {
    return Steps.called(() -> tables.get(claim.index()).get(claim.look()))
        .thenCompose(
            found -> {
              former.set(found);
              return isFree(claim, found)
                  .thenCompose(
                      free ->
                          free
                              ? Steps.more(true)
                              : CompletableFuture.failedFuture(claim.takenBy(found)));
            });
  }

  /**
   * Whether no other record has the values of an entry, or may be given them.
   *
   * @param former the entry as it was seen before
   */
  CompletableFuture<Boolean> isFree(Claims.Claim<R> claim, Result former) {
    if (claim.isOwn(former) || claim.isClaimed(former)) {
      return CompletableFuture.completedFuture(claim.isOwn(former));
    }
    return records
        .lookUp(List.of(claim.owner(former)))
        .thenApply(owner -> !claim.isOf(entries.design(), owner.get(0), former));
  }

  /** The last step of writing records: they are written. */
  CompletableFuture<Void> settle(Claims<R> claims) {
    return Steps.each(
        claims.takeSettling().entrySet(), each -> write(each.getKey(), each.getValue()));
  }

  /** Fails as a write did, whose claims end with it, unless it may still be executed. */
  <T> CompletableFuture<T> fail(Claims<R> claims, Throwable failed) {
    return claims.areInDoubt()
        ? CompletableFuture.failedFuture(Steps.cause(failed))
        : giveUp(claims, failed);
  }

  private <T> CompletableFuture<T> giveUp(Claims<R> claims, Throwable failed) {
    Throwable reason = Steps.cause(failed);
    return settle(claims)
        .exceptionally(
            failure -> {
              if (Steps.cause(failure) != reason) {
                reason.addSuppressed(Steps.cause(failure)); // they are free after a grace
              }
              return null;
            })
        .thenCompose(done -> CompletableFuture.failedFuture(reason));
  }

  /** The present: taken before records are looked up, for {@link #removeOld}. */
  long nowMillis() {
    return entries.nowMillis();
  }

  /**
   * Gives entries the copies of their records, where the marks of these tell when they were
   * written.
   *
   * @return how many
   */
  CompletableFuture<Integer> fill(IndexDesign<R> index, List<IndexEntries.Seen<R>> found) {
    List<Put> puts = entries.filling(index, found);
    return write(index, puts).thenApply(done -> puts.size());
  }

  /** Does what a read found to be done. */
  CompletableFuture<Void> tidy(
      IndexDesign<R> index, EntryCheck.Checked<R, ?> checked, long nowMillis) {
    if (entries.design().isNoted() || lease.isRefused()) {
      return Steps.DONE; // what is stale, its program alone can tell, or a newer one
    }
    return removeOld(index, checked.stale(), nowMillis)
        .thenCompose(done -> thin(index, checked.crowded(), nowMillis))
        .thenCompose(done -> fill(index, checked.withoutCopies()))
        .thenApply(done -> null);
  }

  /** Takes the copies from entries that no record has: these are young, and count as true. */
  CompletableFuture<Void> withoutCopies(IndexDesign<R> index, List<Result> stale) {
    return write(
        index,
        stale.stream()
            .filter(entry -> index.cells().copies(entry).isPresent())
            .map(
                entry ->
                    index.cells().withoutCopies(entry.getRow(), index.cells().newestCopies(entry)))
            .toList());
  }

  /** Removes rows that are no entries. */
  CompletableFuture<Void> remove(IndexDesign<R> index, List<Result> foreign) {
    return write(index, foreign.stream().map(index.cells()::removing).toList());
  }

  /**
   * Removes entries that no record had, those that were old enough before these were looked up.
   *
   * @return how many
   */
  CompletableFuture<Integer> removeOld(IndexDesign<R> index, List<Result> stale, long nowMillis) {
    List<Delete> deletes = entries.removing(index, stale, nowMillis);
    return write(index, deletes).thenApply(done -> deletes.size());
  }

  /** Takes from entries that records have what many writes left there: {@link #removeOld}. */
  CompletableFuture<Void> thin(IndexDesign<R> index, List<Result> crowded, long nowMillis) {
    return write(index, entries.thinning(index, crowded, nowMillis));
  }
}
