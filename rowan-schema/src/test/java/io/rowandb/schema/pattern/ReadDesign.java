package io.rowandb.schema.pattern;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.key.RowKeyBuilder;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/** Tables of items whose keys are of different kinds. */
@SuppressWarnings("ImmutableEnumChecker") // declarations are not changed, though no type says so
enum ReadDesign {
  PLAIN(
      key ->
          key.part(Item::owner)
              .part(Item::time, Parts.descending(Parts.millis()))
              .part(Item::name, Parts.textToEnd()),
      Splits.at("a", "b")),
  HASHED(
      key ->
          key.hash(Digest.md5(2), Item::owner)
              .part(Item::owner)
              .part(Item::time, Parts.calendar("yyyyMMddHHmmssSSS"))
              .part(Item::name, Parts.textToEnd()),
      Splits.even(3)),
  LOSSY(
      key ->
          key.hash(Digest.murmur3(1), Item::owner)
              .part(Item::time, Parts.descending(Parts.seconds().truncatedTo(ChronoUnit.HOURS)))
              .part(Item::name, Parts.textToEnd())
              .lossy(Item::owner, Item::time),
      Splits.even(3)),
  SALTED(
      key ->
          key.salt(5)
              .part(Item::owner)
              .part(Item::time, Parts.millis())
              .part(Item::name, Parts.textToEnd()),
      Splits.even(3)),
  SALTED_BY_OWNER(
      key ->
          key.salt(4, Item::owner)
              .part(Item::owner)
              .part(Item::time, Parts.descending(Parts.millis()))
              .part(Item::name, Parts.textToEnd()),
      Splits.even(4)),
  SALTED_BY_LOSS(
      key ->
          key.salt(3, Item::owner)
              .part(Item::time, Parts.millis())
              .part(Item::name, Parts.textToEnd())
              .lossy(Item::owner),
      Splits.even(2));

  /** The order of a reader, who knows code points and no bytes. */
  static final Comparator<String> TEXT_ORDER =
      Comparator.comparing(text -> text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  private final UnaryOperator<RowKeyBuilder<Item>> key;
  private final Splits<Item> splits;

  ReadDesign(UnaryOperator<RowKeyBuilder<Item>> key, Splits<Item> splits) {
    this.key = key;
    this.splits = splits;
  }

  TableDesign<Item> design() {
    return TableDesign.of(BackEnd.newTableName("items"), Item.class)
        .key(key)
        .family("i")
        .column(Item::owner, "i:o")
        .column(Item::time, "i:t")
        .column(Item::kind, "i:k")
        .splits(splits)
        .build();
  }

  /** Whether rows are in buckets that these conditions do not tell. */
  boolean isSpread(RandomRead read) {
    boolean byOwner = this == SALTED_BY_OWNER || this == SALTED_BY_LOSS;
    return this == SALTED || (byOwner && !read.owner().isDetermined());
  }

  /**
   * The fields of the key behind those that have single values; none behind an unknown hash, and no
   * time that the key has to the hour.
   */
  List<Comparator<Item>> sortedBy(RandomRead read) {
    boolean lossy = this == LOSSY;
    if ((this == HASHED || lossy) && !read.owner().isDetermined()) {
      return List.of();
    }
    if (!read.owner().isDetermined() && this != SALTED_BY_LOSS) {
      return List.of(Comparator.comparing(Item::owner, TEXT_ORDER));
    }
    boolean oneUnit = lossy && read.time().isWithin(ReadDesign::hour, time -> time.minusMillis(1));
    if (!read.time().isDetermined() && !oneUnit) {
      return lossy ? List.of() : List.of(Comparator.comparing(Item::time));
    }
    return read.name().isDetermined()
        ? List.of()
        : List.of(Comparator.comparing(Item::name, TEXT_ORDER));
  }

  /** Whether the time in the key, which is that to the hour, may not sort what is read. */
  boolean isCoarse(RandomRead read) {
    return this == LOSSY && !read.time().isDetermined();
  }

  private static Instant hour(Instant time) {
    return time.truncatedTo(ChronoUnit.HOURS);
  }
}
