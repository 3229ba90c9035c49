package io.rowandb.cli;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import java.time.Instant;

/** The design that the page on the shell speaks of. */
final class Twits {
  record Twit(String user, Instant time, long id, String text) {}

  static final TableDesign<Twit> TWITS =
      TableDesign.of("twits", Twit.class)
          .key(
              key ->
                  key.hash(Digest.md5(4), Twit::user)
                      .part(Twit::user)
                      .part(Twit::time, Parts.descending(Parts.millis()))
                      .part(Twit::id))
          .family("t")
          .column(Twit::text, "t:x")
          .build();

  private Twits() {}
}
