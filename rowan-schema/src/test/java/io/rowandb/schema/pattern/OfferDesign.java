package io.rowandb.schema.pattern;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import java.util.function.UnaryOperator;

/** Tables of offers with keys and indexes of all kinds. */
@SuppressWarnings("ImmutableEnumChecker") // declarations are not changed, though no type says so
enum OfferDesign {
  UNIQUE(
      table ->
          table
              .key(key -> key.part(Offer::id, Parts.descending(Parts.int32())))
              .index("byName", index -> index.on(key -> key.part(Offer::name)).unique())
              .index(
                  "byCity",
                  index ->
                      index.on(
                          key ->
                              key.part(Offer::city)
                                  .part(Offer::score, Parts.descending(Parts.int32()))))),
  UNIQUE_WITH_COPIES(
      table ->
          table
              .key(key -> key.salt(4).part(Offer::id))
              .index(
                  "byName",
                  index ->
                      index
                          .on(key -> key.part(Offer::name))
                          .unique()
                          .covering(Offer::city, Offer::score))
              .index("byScore", index -> index.on(key -> key.salt(3).part(Offer::score)))),
  WITH_COPIES(
      table ->
          table
              .key(key -> key.hash(Digest.md5(2), Offer::id).part(Offer::id))
              .index(
                  "byCity",
                  index ->
                      index.on(key -> key.part(Offer::city)).covering(Offer::score, Offer::time))
              .index(
                  "byOwner",
                  index ->
                      index.on(
                          key ->
                              key.part(Offer::owner, Parts.optional(Parts.text()))
                                  .part(Offer::time, Parts.descending(Parts.millis()))))),
  WITHOUT_MARKS(
      table ->
          table
              .key(key -> key.literal("D-").part(Offer::id))
              .index(
                  "byCity",
                  index -> index.on(key -> key.part(Offer::city)).inTableOfRecords("I-", "f"))
              .index("byScore", index -> index.on(key -> key.part(Offer::score)))
              .index("byOwner", index -> index.on(key -> key.part(Offer::owner))));

  private final UnaryOperator<TableDesignBuilder<Offer>> declared;

  OfferDesign(UnaryOperator<TableDesignBuilder<Offer>> declared) {
    this.declared = declared;
  }

  TableDesign<Offer> design() {
    return declared
        .apply(TableDesign.of(BackEnd.newTableName("offers"), Offer.class).family("f"))
        .column(Offer::name, "f:n")
        .column(Offer::city, "f:c")
        .column(Offer::score, "f:s")
        .column(Offer::time, "f:t")
        .column(Offer::owner, "f:o")
        .build();
  }
}
