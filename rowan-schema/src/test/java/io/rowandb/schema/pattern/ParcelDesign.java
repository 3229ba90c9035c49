package io.rowandb.schema.pattern;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import java.time.temporal.ChronoUnit;
import java.util.function.UnaryOperator;

/** Tables of parcels with optional fields in keys, indexes, copies, or only in columns. */
@SuppressWarnings("ImmutableEnumChecker") // declarations are not changed, though no type says so
enum ParcelDesign {
  BY_ID(
      table ->
          table
              .key(key -> key.part(Parcel::id))
              .column(Parcel::sender, "p:s")
              .column(Parcel::sent, "p:t")
              .index("bySender", index -> index.on(key -> key.part(Parcel::sender)))
              .index(
                  "byReceiver",
                  index ->
                      index
                          .on(
                              key ->
                                  key.optionalPart(Parcel::receiver, Parts.optional(Parts.text())))
                          .covering(Parcel::grams, Parcel::city))
              .index(
                  "bySent",
                  index ->
                      index.on(
                          key ->
                              key.optionalPart(
                                  Parcel::sent,
                                  Parts.optional(Parts.descending(Parts.millis())))))),
  BY_SENDER(
      table ->
          table
              .key(
                  key ->
                      key.optionalPart(Parcel::sender, Parts.optional(Parts.text()))
                          .optionalPart(
                              Parcel::sent, Parts.descending(Parts.optional(Parts.millis())))
                          .part(Parcel::id))
              .index(
                  "byReceiver",
                  index ->
                      index
                          .on(key -> key.part(Parcel::receiver).part(Parcel::city))
                          .covering(Parcel::grams))),
  SALTED(
      table ->
          table
              .key(
                  key ->
                      key.salt(3)
                          .optionalPart(
                              Parcel::sent,
                              Parts.optional(Parts.seconds().truncatedTo(ChronoUnit.HOURS)))
                          .optionalPart(
                              Parcel::sender, Parts.descending(Parts.optional(Parts.text())))
                          .part(Parcel::id)
                          .lossy(Parcel::sent))
              .column(Parcel::sent, "p:t")
              .index("byReceiver", index -> index.on(key -> key.salt(2).part(Parcel::receiver))));

  private final UnaryOperator<TableDesignBuilder<Parcel>> declared;

  ParcelDesign(UnaryOperator<TableDesignBuilder<Parcel>> declared) {
    this.declared = declared;
  }

  TableDesign<Parcel> design() {
    return declared
        .apply(
            TableDesign.of(BackEnd.newTableName("parcels"), Parcel.class)
                .family("p")
                .column(Parcel::receiver, "p:r")
                .column(Parcel::grams, "p:g")
                .column(Parcel::city, "p:c"))
        .build();
  }
}
