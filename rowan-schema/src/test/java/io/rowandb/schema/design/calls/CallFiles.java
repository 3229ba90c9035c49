package io.rowandb.schema.design.calls;

import io.rowandb.schema.design.RealData;
import io.rowandb.schema.design.calls.CallDesign.CallRecord;
import io.rowandb.schema.design.calls.CallDesign.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVRecord;

/**
 * The raw files of calls and texts (Copenhagen Networks Study, figshare 7267433): four weeks of
 * some 700 students.
 */
final class CallFiles {
  /** What the files count seconds from is not said; with this day they cross a month's end. */
  static final Instant BEGIN = Instant.parse("2014-01-15T00:00:00Z");

  /** The files' persons are numbers from 0 on; phones have 11 digits. */
  private static final long FIRST_PHONE = 13_900_000_000L;

  private CallFiles() {}

  /**
   * A row of either file.
   *
   * @param duration null of a text
   */
  record CallRow(Kind kind, long timestamp, int from, int to, Integer duration) {
    Instant time() {
      return BEGIN.plusSeconds(timestamp);
    }
  }

  /** The phone of a person. */
  static long phone(int person) {
    return FIRST_PHONE + person;
  }

  /** 3,600 calls and 24,333 texts. The 21 texts that are there twice stay: nobody knows better. */
  static List<CallRow> rows() throws IOException {
    List<CallRow> rows = new ArrayList<>();
    rows.addAll(
        RealData.csv("c-calls-copenhagen/calls.csv.gz", StandardCharsets.UTF_8, CallFiles::call));
    rows.addAll(
        RealData.csv("c-calls-copenhagen/sms.csv.gz", StandardCharsets.UTF_8, CallFiles::text));
    return rows;
  }

  private static CallRow call(CSVRecord row) {
    return row(Kind.CALL, row, Integer.valueOf(row.get("duration")));
  }

  private static CallRow text(CSVRecord row) {
    return row(Kind.TEXT, row, null);
  }

  private static CallRow row(Kind kind, CSVRecord row, Integer duration) {
    return new CallRow(
        kind,
        Long.parseLong(row.get("timestamp")),
        Integer.parseInt(row.get("from")),
        Integer.parseInt(row.get("to")),
        duration);
  }

  /** Both sides of each row; what a phone did in one second is numbered in the order of rows. */
  static List<CallRecord> records(List<CallRow> rows) {
    Map<List<Object>, Long> earlier = new HashMap<>();
    List<CallRecord> records = new ArrayList<>();
    for (CallRow row : rows) {
      for (boolean outgoing : new boolean[] {true, false}) {
        int me = outgoing ? row.from() : row.to();
        long sequence = earlier.merge(List.of(me, row.timestamp()), 1L, Long::sum) - 1;
        records.add(
            new CallRecord(
                row.time().atOffset(ZoneOffset.UTC).getMonthValue(),
                phone(me),
                row.time(),
                sequence,
                row.kind(),
                phone(outgoing ? row.to() : row.from()),
                outgoing,
                row.duration()));
      }
    }
    return records;
  }
}
