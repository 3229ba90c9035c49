package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.chain.Chain;
import io.rowandb.schema.pattern.chain.Followers;
import io.rowandb.schema.pattern.chain.WholeRecords;
import io.rowandb.schema.pattern.details.DetailKeeper;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.details.Removals;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;

/** The parts of an open table, blocking or asynchronous. */
record TableParts<R>(
    Carrier carrier,
    Removals removals,
    DetailKeeper<R> details,
    Records<R> records,
    IndexKeeper<R> keeper,
    Writer<R> writer,
    LimitedIncrements<R> counters) {
  static <R> TableParts<R> of(Carrier carrier, TableDesign<R> design, IndexSettings settings)
      throws IOException {
    Removals removals = new Removals(carrier);
    Chain<R> chain = new Chain<>(carrier, design, settings.clock(), design.hasCopies());
    DetailKeeper<R> details = new DetailKeeper<>(carrier, chain, removals);
    Records<R> records = new Records<>(design, carrier.table(design.name()), details);
    IndexKeeper<R> keeper = new IndexKeeper<>(carrier, records, settings);
    Writer<R> writer =
        design.isMarked()
            ? new ChainedWriter<>(
                new WriteEnds<>(chain, keeper, details, Followers.none()), removals)
            : new RecordWriter<>(records, keeper, details, removals, chain.attempts());
    LimitedIncrements<R> counters =
        new LimitedIncrements<>(design, records.table(), keeper, chain.attempts());
    return new TableParts<>(carrier, removals, details, records, keeper, writer, counters);
  }

  /**
   * Writes by what rows hold.
   *
   * @throws IllegalStateException when the table has no marks
   */
  ConditionalWriter<R> conditional() {
    if (writer instanceof ChainedWriter<R> chained) {
      return chained.conditional();
    }
    throw new IllegalStateException(
        "table "
            + records.design().name()
            + " has no marks, by which a conditional write knows that nobody was faster: declare"
            + " marked()");
  }

  /**
   * Writes records that are kept together.
   *
   * @param values of the fields by which they are
   * @throws IllegalStateException when the design keeps none together
   * @throws IllegalArgumentException when the values are not as many, or of other types
   */
  TogetherChanges<R> together(Object... values) {
    TableDesign<R> design = records.design();
    design.checkDeclared();
    if (design.group().isPresent() && writer instanceof RecordWriter<R> plain) {
      return new TogetherChanges<>(design, design.group().get(), plain, values);
    }
    throw new IllegalStateException(
        "table "
            + design.name()
            + " keeps no records together, and HBase writes several as one only if they are in one"
            + " region: declare keepTogether(field)");
  }

  /** Writes records of rows that something follows. */
  ChainedWriter<R> writer(Followers<R> followers, Clock clock) throws IOException {
    Optional<WholeRecords<R>> whole =
        followers.seesDetails() ? details.wholeRecords() : Optional.empty();
    Chain<R> chain = new Chain<>(carrier, records.design(), clock, /* isFollowed= */ true, whole);
    return new ChainedWriter<>(new WriteEnds<>(chain, keeper, details, followers), removals);
  }
}
