package io.rowandb.schema.design.calls;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import java.time.Instant;
import java.time.ZoneOffset;

/** The table of call records: that of the article, and one whose writes are spread. */
final class CallDesign {
  /** What it is a record of. */
  enum Kind {
    CALL,
    TEXT
  }

  /**
   * One person's side of a call or a text.
   *
   * @param month of the time in UTC, from 1 to 12
   * @param phone of the person, 11 digits
   * @param sequence tells what this phone did in the same millisecond apart, from 0 to 99
   * @param peer the other phone
   * @param outgoing whether the person called or wrote
   * @param seconds how long a call was; -1 when it was missed; null of a text
   */
  record CallRecord(
      long month,
      long phone,
      Instant time,
      long sequence,
      Kind kind,
      long peer,
      boolean outgoing,
      Integer seconds) {
    CallRecord {
      if (time.atOffset(ZoneOffset.UTC).getMonthValue() != month) {
        throw new IllegalArgumentException(time + " is not in month " + month);
      }
    }
  }

  private CallDesign() {}

  static final TableDesign<CallRecord> BY_MONTH =
      columns("callsByMonth")
          .key(
              key ->
                  key.part(CallRecord::month, Parts.digits(2))
                      .part(CallRecord::phone, Parts.digits(11))
                      .part(CallRecord::time, Parts.calendar("yyyyMMddHHmmssSSS"))
                      .part(CallRecord::sequence, Parts.digits(2)))
          .splits(Splits.at("02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"))
          .build();

  static final TableDesign<CallRecord> BY_PHONE =
      columns("callsByPhone")
          .key(
              key ->
                  key.hash(Digest.murmur3(2), CallRecord::phone)
                      .part(CallRecord::phone)
                      .part(CallRecord::time, Parts.descending(Parts.millis()))
                      .part(CallRecord::sequence, Parts.unsigned(1)))
          .column(CallRecord::month, "c:m")
          .splits(Splits.even(12))
          .build();

  static TableDesignBuilder<CallRecord> columns(String name) {
    return TableDesign.of(name, CallRecord.class)
        .family("c")
        .column(CallRecord::kind, "c:k")
        .column(CallRecord::peer, "c:p")
        .column(CallRecord::outgoing, "c:o")
        .column(CallRecord::seconds, "c:s");
  }
}
