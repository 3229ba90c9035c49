package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.rows.KeyFields;
import io.rowandb.schema.table.TableDesign;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writes records of a table with marks by what their rows hold. Each call is one link of its row's
 * chain: what it decides by is the record that it replaces. Conditions are asked again when another
 * client was faster. Its thread rules are those of its carrier.
 */
public final class ConditionalWriter<R> {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final KeyFields<R> keyFields;
  private final Writer<R> writer;

  ConditionalWriter(TableDesign<R> design, Writer<R> writer) {
    this.design = design;
    this.writer = writer;
    keyFields = new KeyFields<>(design.name().toString(), design.key());
  }

  /** See {@link RecordTable#putIfAbsent}. */
  public CompletableFuture<Boolean> putIfAbsent(R record) {
    return choose(row(record), there -> there.isEmpty() ? Choice.put(record) : Choice.leave())
        .thenApply(Choice::isDone);
  }

  /** See {@link RecordTable#putIf}. */
  public CompletableFuture<Boolean> putIf(R record, Predicate<? super R> condition) {
    Given.notNull(condition, "the condition of a write of " + design.name());
    return choose(
            row(record),
            there -> there.filter(condition).isPresent() ? Choice.put(record) : Choice.leave())
        .thenApply(Choice::isDone);
  }

  /** See {@link RecordTable#update}. */
  public CompletableFuture<Optional<R>> update(UnaryOperator<R> change, Object... key) {
    Given.notNull(change, "the change of a record of " + design.name());
    byte[] row = keyFields.encode(key);
    return choose(
            row,
            there ->
                there
                    .filter(found -> keyFields.isOf(found, key))
                    .map(found -> Choice.update(changed(row, found, change)))
                    .orElse(Choice.leave()))
        .thenApply(choice -> Optional.ofNullable(choice.record()));
  }

  private R changed(byte[] row, R found, UnaryOperator<R> change) {
    R changed = change.apply(found);
    if (changed == null) {
      throw new IllegalArgumentException(
          "the change of a record of "
              + design.name()
              + " gives null, where it must give a record");
    }
    byte[] changedRow = design.key().encode(changed);
    if (!Arrays.equals(changedRow, row)) {
      throw new IllegalArgumentException(
          "the change of a record of "
              + design.name()
              + " gives another row, "
              + Bytes.toStringBinary(changedRow)
              + ", and the record is in "
              + Bytes.toStringBinary(row)
              + ": delete it and put the other");
    }
    design.checkWrittenAlone(changed);
    return changed;
  }

  /** See {@link RecordTable#deleteIf}. */
  public CompletableFuture<Boolean> deleteIf(Predicate<? super R> condition, Object... key) {
    Given.notNull(condition, "the condition of a deletion of " + design.name());
    return choose(
            keyFields.encode(key),
            there ->
                there.filter(found -> keyFields.isOf(found, key)).filter(condition).isPresent()
                    ? Choice.delete()
                    : Choice.leave())
        .thenApply(Choice::isDone);
  }

  private byte[] row(R record) {
    return design.key().encode(design.present(record));
  }

  private CompletableFuture<Choice<R>> choose(byte[] row, Function<Optional<R>, Choice<R>> choice) {
    if (writer instanceof ChainedWriter<R> chained) {
      return chained.choose(row, choice);
    }
    throw new IllegalStateException(
        "table "
            + design.name()
            + " has no marks, by which a conditional write knows that nobody was faster: declare"
            + " marked()");
  }
}
