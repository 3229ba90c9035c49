package io.rowandb.schema.design.log;

import io.rowandb.schema.design.RealData;
import io.rowandb.schema.design.log.LogDesign.Event;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The raw file of 320,939 events of Windows, of 46 sessions (OTRF Security-Datasets).
 *
 * <p>A GUID is one whether its letters are large or small, and with or without braces. Rows have
 * the GUIDs of a process and perhaps of its parent, or those of a source and a target, or none;
 * never both pairs. Host names stay as they are, {@code WORKSTATION5} beside {@code
 * WORKSTATION5.theshire.local}: nothing says that they are one host.
 */
final class EventFile {
  private static final int TIMESTAMP = 0;
  private static final int HOST = 2;
  private static final int CHANNEL = 3;
  private static final int EVENT_ID = 4;
  private static final int RECORD_NUMBER = 5;
  private static final int PROCESS = 6;
  private static final int PARENT = 7;
  private static final int SOURCE = 8;
  private static final int TARGET = 9;
  private static final int IMAGE = 16;
  private static final int SCENARIO = 17;

  /** Texts are there many times; one object each is enough. */
  private final Map<String, String> texts = new HashMap<>();

  private EventFile() {}

  /** All of its rows, in their order. */
  static List<Event> read() throws IOException {
    EventFile file = new EventFile();
    List<Event> events = new ArrayList<>();
    try (Stream<String> lines =
        RealData.lines("d-logs-windows-events/windows_events.tsv.gz").skip(1)) {
      for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
        events.add(file.event(each.next().split("\t", -1), events.size() + 1));
      }
    }
    return events;
  }

  private Event event(String[] row, long line) {
    return new Event(
        text(row[HOST]),
        Instant.parse(row[TIMESTAMP]),
        line,
        Integer.parseInt(row[EVENT_ID]),
        guid(row[PROCESS].isEmpty() ? row[SOURCE] : row[PROCESS]),
        guid(row[PARENT].isEmpty() ? row[TARGET] : row[PARENT]),
        text(row[CHANNEL]),
        row[RECORD_NUMBER].isEmpty() ? null : Long.valueOf(row[RECORD_NUMBER]),
        text(row[IMAGE]),
        text(row[SCENARIO]));
  }

  private String text(String field) {
    return field.isEmpty() ? null : texts.computeIfAbsent(field, text -> text);
  }

  /** Of 32 digits and hyphens, perhaps in braces. */
  private static UUID guid(String field) {
    return field.isEmpty()
        ? null
        : UUID.fromString(field.replaceAll("[{}]", "").toLowerCase(Locale.ROOT));
  }
}
