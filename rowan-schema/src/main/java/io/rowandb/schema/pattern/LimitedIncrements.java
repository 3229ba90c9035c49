package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.chain.Attempts;
import io.rowandb.schema.pattern.chain.WriteId;
import io.rowandb.schema.pattern.chain.WriteSlots;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Adds to counters as long as they stay within a range, each addition once, though HBase's client
 * sends a call again of which no answer came, and HBase executes it then. A call is one step of its
 * row with two conditions and two changes:
 *
 * <ol>
 *   <li>The counter allows the amount, and gets it. Other clients' additions do not disturb that.
 *   <li>The column of the client's slot beside the counter has the number that was read, or is not
 *       there, and gets the number of this addition. So the call is not executed a second time, and
 *       who gets no answer, or is refused, reads there whether it was executed.
 * </ol>
 *
 * <p>Numbers are forgotten four hours after the slot's last addition to the row, when no call is
 * executed again any more. Its thread rules are those of its carrier.
 */
final class LimitedIncrements<R> {
  private static final long REMEMBERED_MILLIS = TimeUnit.HOURS.toMillis(4);

  // Fixed at construction.
  private final TableDesign<R> design;
  private final TableCalls table;
  private final IndexKeeper<R> keeper;
  private final Attempts attempts;

  LimitedIncrements(
      TableDesign<R> design, TableCalls table, IndexKeeper<R> keeper, Attempts attempts) {
    this.design = design;
    this.table = table;
    this.keeper = keeper;
    this.attempts = attempts;
  }

  /** See {@link RecordTable#incrementWithin}. */
  CompletableFuture<OptionalLong> add(
      CountRange range, Field<R, Long> counter, long amount, byte[] row) {
    Given.notNull(range, "the range of a counter of " + design.name());
    Column column = design.counter(counter);
    AtomicBoolean isSent = new AtomicBoolean();
    return WriteSlots.ofProcess()
        .with(
            id -> new Addition(range, column, amount, row, id, isSent).made(),
            isSent::get); // a number may be added later than the next one of its slot
  }

  /** One addition. */
  private final class Addition {
    // Fixed at construction.
    private final CountRange range;
    private final Column counter;
    private final Column slot;
    private final long amount;
    private final byte[] row;
    private final long number;
    private final WriteTime time = keeper.beginTime();

    /** Whether a call that adds has no answer. */
    private final AtomicBoolean isSent;

    private final AtomicReference<OptionalLong> count = new AtomicReference<>();

    Addition(
        CountRange range,
        Column counter,
        long amount,
        byte[] row,
        WriteId id,
        AtomicBoolean isSent) {
      this.isSent = isSent;
      this.range = range;
      this.counter = counter;
      this.amount = amount;
      this.row = row;
      slot = design.countedOnce(counter, id.slot());
      number = id.number() + 1; // 0 is that of none
    }

    CompletableFuture<OptionalLong> made() {
      return attempts
          .until(
              () -> row,
              () -> {
                Get get = new Get(row);
                get.addColumn(counter.family(), counter.qualifier());
                get.addColumn(slot.family(), slot.qualifier());
                return table.get(get).thenCompose(this::attempt);
              })
          .thenApply(done -> count.get());
    }

    private CompletableFuture<Boolean> attempt(Result read) {
      OptionalLong former = valueOf(read, counter);
      long last = valueOf(read, slot).orElse(0);
      boolean isMade = last == number;
      if (time.isLate() && !isMade) {
        isSent.set(true); // a copy of an earlier call may be late, too
        return CompletableFuture.failedFuture(unknown());
      }
      if (isMade || amount == 0 || !range.allows(former.orElse(0), amount)) {
        boolean isAllowed = isMade || amount == 0;
        count.set(isAllowed ? OptionalLong.of(former.orElse(0)) : OptionalLong.empty());
        return CompletableFuture.completedFuture(true);
      }
      isSent.set(true);
      return Steps.called(() -> table.checkAndAdd(step(former.isPresent(), last)))
          .thenApply(this::isDone);
    }

    private boolean isDone(Optional<Result> answer) {
      isSent.set(false);
      answer.ifPresent(after -> count.set(valueOf(after, counter)));
      return answer.isPresent();
    }

    private OptionalLong valueOf(Result cells, Column column) {
      Cell cell = cells.getColumnLatestCell(column.family(), column.qualifier());
      if (cell == null) {
        return OptionalLong.empty();
      }
      if (cell.getValueLength() != Long.BYTES) {
        throw new IllegalArgumentException(
            "row "
                + Bytes.toStringBinary(row)
                + " of "
                + design.name()
                + ", column "
                + column
                + ": a counter has 8 bytes, and this cell "
                + cell.getValueLength());
      }
      return OptionalLong.of(
          Bytes.toLong(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()));
    }

    /**
     * The conditional addition.
     *
     * @param isCounted whether the counter is there; a condition on a row's values finds no row
     *     that has none
     * @param last the number that the slot's column had; 0 for none
     */
    private CheckAndMutate step(boolean isCounted, long last) throws IOException {
      Increment counting =
          new Increment(row).addColumn(counter.family(), counter.qualifier(), amount);
      Put noting = // not an increment, which HBase cannot give a time to live in each setting
          new Put(row)
              .addColumn(slot.family(), slot.qualifier(), Bytes.toBytes(number))
              .setTTL(REMEMBERED_MILLIS);
      RowMutations both = RowMutations.of(List.<Mutation>of(counting, noting));
      CheckAndMutate.Builder step = CheckAndMutate.newBuilder(row);
      return isCounted
          ? step.ifMatches(new FilterList(allowed(), unmade(last))).build(both)
          : step.ifNotExists(counter.family(), counter.qualifier()).build(both);
    }

    private SingleColumnValueFilter allowed() {
      SingleColumnValueFilter allowed =
          new SingleColumnValueFilter(
              counter.family(),
              counter.qualifier(),
              amount > 0 ? CompareOperator.LESS_OR_EQUAL : CompareOperator.GREATER_OR_EQUAL,
              new LongComparator(range.before(amount).orElseThrow())); // by its sign too
      allowed.setFilterIfMissing(true);
      return allowed;
    }

    private SingleColumnValueFilter unmade(long last) {
      SingleColumnValueFilter unmade =
          new SingleColumnValueFilter(
              slot.family(),
              slot.qualifier(),
              CompareOperator.EQUAL,
              new BinaryComparator(Bytes.toBytes(last)));
      unmade.setFilterIfMissing(last != 0);
      return unmade;
    }

    private IOException unknown() {
      return new IOException(
          "whether counter "
              + counter
              + " of row "
              + Bytes.toStringBinary(row)
              + " of "
              + design.name()
              + " was added to is not known: the answer took longer than half the grace");
    }
  }
}
