package io.rowandb.systems.web.calls;

import io.rowandb.systems.calls.CallFile;
import io.rowandb.systems.calls.CallRecord;
import io.rowandb.systems.web.JsonBody;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Call records in the bodies of requests and answers. */
final class CallBodies {
  private static final String JSON = "application/json";
  private static final String JSON_LINES = "application/x-ndjson";
  private static final String CSV = "text/csv";

  static final String[] FIELDS = {"phone", "time", "peer", "outgoing", "seconds", "area", "cell"};

  private CallBodies() {}

  /** The records of a request: one as JSON, or lines of JSON or of a {@link CallFile}. */
  static List<CallRecord> records(WebRequest request) throws IOException {
    String type = request.requireType(JSON, JSON_LINES, CSV);
    String text = request.text();
    List<CallRecord> records =
        switch (type) {
          case JSON -> List.of(record(object(text)));
          case JSON_LINES -> lines(text);
          default -> csv(text);
        };
    if (records.isEmpty()) {
      throw WebException.wrong("the body has no record");
    }
    return records;
  }

  private static List<CallRecord> lines(String text) {
    List<CallRecord> records = new ArrayList<>();
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      if (!line.isBlank()) {
        try {
          records.add(record(object(line)));
        } catch (WebException e) {
          throw WebException.wrong("line " + number + ": " + e.getMessage());
        }
      }
    }
    return records;
  }

  private static List<CallRecord> csv(String text) throws IOException {
    try (Stream<CallRecord> records =
        CallFile.read("the body", new BufferedReader(new StringReader(text)), Instant.EPOCH)) {
      return records.toList();
    } catch (IllegalArgumentException e) {
      throw WebException.wrong(e.getMessage());
    }
  }

  private static Values object(String text) {
    return JsonBody.plain(text, FIELDS);
  }

  /** Also of the fields of a form, which are the same. */
  static CallRecord record(Values values) {
    Integer area = place(values, "area");
    Integer cell = place(values, "cell");
    long phone = phone(values, "phone");
    Instant time = values.time("time");
    long peer = phone(values, "peer");
    boolean outgoing = values.truth("outgoing");
    int seconds = (int) values.whole("seconds", CallRecord.MISSED, Integer.MAX_VALUE);
    return WebException.checked(
        () -> new CallRecord(phone, time, peer, outgoing, seconds, area, cell));
  }

  static long phone(Values values, String name) {
    return values.whole(name, 0, CallRecord.LAST_PHONE);
  }

  private static Integer place(Values values, String name) {
    return values.has(name) ? (int) values.whole(name, 0, CallRecord.LAST_PLACE) : null;
  }
}
