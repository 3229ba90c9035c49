package io.rowandb.load;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Call records, in tables with all that a design may have. */
final class Calls {
  /** A stop of a call. */
  record Stop(int second, String tower) {}

  /** A call; no two have one ticket. */
  record Call(
      String caller, int number, String callee, String ticket, long bytes, List<Stop> stops) {
    Call withTicket(String newTicket) {
      return new Call(caller, number, callee, newTicket, bytes, stops);
    }
  }

  private static final DetailDesign<Stop> STOPS =
      DetailDesign.of(Stop.class)
          .key(key -> key.part(Stop::second))
          .packed(packed -> packed.field(1, Stop::tower))
          .build();

  private Calls() {}

  /** A call by its number; some have no callee, and some no stop. */
  static Call call(int n) {
    List<Stop> stops = new ArrayList<>();
    for (int i = 0; i < n % 3; i++) {
      stops.add(new Stop(i, "tower" + (n + i) % 5));
    }
    return new Call(
        "138" + 7919L * n % 1000,
        n,
        n % 10 == 0 ? null : "139" + n % 17,
        "t" + n,
        n % 4 == 0 ? n : 0,
        stops);
  }

  static List<Call> calls(int from, int to) {
    return IntStream.range(from, to).mapToObj(Calls::call).toList();
  }

  private static TableDesignBuilder<Call> begun(String name) {
    return TableDesign.of(name, Call.class)
        .key(
            key ->
                key.literal("r")
                    .hash(Digest.md5(2), Call::caller)
                    .part(Call::caller)
                    .part(Call::number))
        .family("a")
        .family("f")
        .family("x")
        .column(Call::callee, "a:c")
        .column(Call::ticket, "f:t")
        .counter(Call::bytes, "f:b")
        .splits(Splits.even(3));
  }

  /** Rows without marks: two indexes, one of them among the records; details in columns. */
  static TableDesign<Call> plain(String name) {
    return begun(name)
        .family("s")
        .details(Call::stops, DetailLayout.wide("s"), STOPS)
        .index("callee", index -> index.on(key -> key.salt(4).part(Call::callee)))
        .index(
            "ticket", index -> index.on(key -> key.part(Call::ticket)).inTableOfRecords("zz", "x"))
        .build();
  }

  /** Rows with marks: a unique index, copies, details in rows of their own. */
  static TableDesign<Call> marked(String name) {
    return begun(name)
        .details(Call::stops, DetailLayout.tall(name + "_stops"), STOPS)
        .index("ticket", index -> index.on(key -> key.part(Call::ticket)).unique())
        .index(
            "callee",
            index -> index.on(key -> key.salt(4).part(Call::callee)).covering(Call::ticket))
        .index(
            "tower",
            index ->
                index
                    .on(key -> key.part(Call::caller))
                    .only("with stops", call -> !call.stops().isEmpty())
                    .inTableOfRecords("zz", "x"))
        .build();
  }
}
