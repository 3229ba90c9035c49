package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.calls.Steps;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;

/**
 * Some records that are written by what their rows hold, with one call for each step of all. Knows
 * of each whether that is done: when a table refuses the rest, another one goes on, and no record
 * is written twice. Used by one thread at a time.
 *
 * @param <R> the record
 */
public final class RecordBatch<R> {
  // Fixed at construction.
  private final List<R> records;

  /** Makes one of what is there and a record; null if what is there stays. */
  private final BinaryOperator<R> merge;

  /** Of each record in its order whether it was written; null as long as it is not done. */
  private final Boolean[] written;

  private RecordBatch(List<R> records, BinaryOperator<R> merge) {
    this.records = List.copyOf(records);
    this.merge = merge;
    written = new Boolean[records.size()];
  }

  /** Of which each is written if its row holds none: {@link RecordWrites#putAllIfAbsent}. */
  public static <R> RecordBatch<R> ifAbsent(List<R> records) {
    return new RecordBatch<>(Given.notNull(records, "the list of records of a batch"), null);
  }

  /** Of which each is written or merged with what is there: {@link RecordWrites#mergeAll}. */
  public static <R> RecordBatch<R> merging(List<R> records, BinaryOperator<R> merge) {
    return new RecordBatch<>(
        Given.notNull(records, "the list of records of a batch"),
        Given.notNull(merge, "what merges records of a batch"));
  }

  /**
   * Writes those that are not done yet.
   *
   * @throws IOException as the call of the table; what is done stays done
   */
  public void by(RecordWrites<R> table) throws IOException {
    List<ConditionalWriter.OneOfMany<R>> some = new ArrayList<>();
    for (int i = 0; i < written.length; i++) {
      if (written[i] == null) {
        int place = i;
        some.add(new ConditionalWriter.OneOfMany<>(records.get(i), done -> written[place] = done));
      }
    }
    ConditionalWriter<R> writer = table.conditional();
    Steps.ended(merge == null ? writer.putSomeIfAbsent(some) : writer.mergeSome(some, merge));
  }

  /** The records, in their order. */
  public List<R> records() {
    return records;
  }

  /** Those that are not done yet. */
  public List<R> rest() {
    return IntStream.range(0, written.length)
        .filter(place -> written[place] == null)
        .mapToObj(records::get)
        .toList();
  }

  /**
   * Of each record, in its order, whether it was written; not if its row held one that stays.
   *
   * @throws IllegalStateException when one is not done
   */
  public List<Boolean> written() {
    if (!rest().isEmpty()) {
      throw new IllegalStateException(
          rest().size() + " of " + written.length + " records of a batch are not done yet");
    }
    return List.copyOf(Arrays.asList(written));
  }
}
