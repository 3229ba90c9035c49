package io.rowandb.bench.migration;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.migration.Migration;
import io.rowandb.schema.table.TableDesign;

/**
 * A call, by month or by a hash of its phone.
 *
 * @param month as in 201107
 * @param phone ten digits
 * @param start of which no other call has the same
 * @param seconds how long it took; here its version, counted by the application
 */
record Call(int month, String phone, long start, int seconds) {
  private static final int FIRST_MONTH = 201_101;
  private static final int MONTHS = 12;
  private static final int PHONES = 20_011;

  /** The call of a number; calls of one phone have several months. */
  static Call of(int number, int version) {
    return new Call(
        FIRST_MONTH + number % MONTHS,
        String.format("07%08d", (number / MONTHS) % PHONES),
        number,
        version);
  }

  static TableDesign<Call> byMonth() {
    return TableDesign.of("calls", Call.class)
        .key(key -> key.part(Call::month).part(Call::phone).part(Call::start))
        .family("c")
        .column(Call::seconds, "c:s")
        .marked()
        .build();
  }

  static TableDesign<Call> byHash(String table) {
    return TableDesign.of(table, Call.class)
        .key(
            key ->
                key.hash(Digest.md5(2), Call::phone)
                    .part(Call::phone)
                    .part(Call::month)
                    .part(Call::start))
        .family("n")
        .column(Call::seconds, "n:s")
        .marked()
        .build();
  }

  static Migration<Call> migration() {
    return Migration.of(byMonth(), byHash("calls_by_hash"));
  }
}
