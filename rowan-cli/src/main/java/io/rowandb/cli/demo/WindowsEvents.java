package io.rowandb.cli.demo;

import io.rowandb.cli.source.Fields;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A log: events of many computers by computer and time, and an index by the processes they name.
 *
 * <pre>
 * events           row: host, lower case, 0 | Long.MAX - milliseconds (8) | Integer.MAX - line (4)
 *                  e:(column of the file)   its text; an empty field is no cell
 * events_by_guid   row: GUID (16) | Long.MAX - milliseconds (8) | Integer.MAX - line (4)
 *                  i:p, i:a, i:s, i:t       row of the event that names the GUID as its process,
 *                                           the process's parent, source or target
 * </pre>
 *
 * GUIDs come in both cases and with or without braces; as 16 bytes they are equal.
 */
final class WindowsEvents implements DataSet {
  /** The table of the events. */
  static final String TABLE = "events";

  /** The table that finds them by GUID. */
  static final String INDEX = "events_by_guid";

  static final byte[] FAMILY = Bytes.toBytes("e");

  /** The file's columns. */
  static final List<String> COLUMNS =
      List.of(
          "timestamp",
          "event_time",
          "hostname",
          "channel",
          "event_id",
          "record_number",
          "process_guid",
          "parent_process_guid",
          "source_process_guid",
          "target_process_guid",
          "logon_guid",
          "activity_id",
          "provider_guid",
          "severity",
          "event_type",
          "category",
          "image",
          "scenario");

  private static final int TIMESTAMP = COLUMNS.indexOf("timestamp");
  private static final int HOST = COLUMNS.indexOf("hostname");
  private static final List<byte[]> QUALIFIERS = COLUMNS.stream().map(Bytes::toBytes).toList();
  private static final byte[] INDEX_FAMILY = Bytes.toBytes("i");

  /** Which columns are indexed, and the index's qualifier for each. */
  private static final Map<Integer, byte[]> INDEXED =
      Map.of(
          COLUMNS.indexOf("process_guid"), Bytes.toBytes("p"),
          COLUMNS.indexOf("parent_process_guid"), Bytes.toBytes("a"),
          COLUMNS.indexOf("source_process_guid"), Bytes.toBytes("s"),
          COLUMNS.indexOf("target_process_guid"), Bytes.toBytes("t"));

  private static final DateTimeFormatter SHOWN_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int GUID_LENGTH = 36;
  private static final String ONE_HOST = "workstation5.theshire.local";
  private static final String ONE_PROCESS = "{B34BC01C-FD6B-5F66-D610-000000000400}";

  @Override
  public String name() {
    return "windows-events";
  }

  @Override
  public String title() {
    return "Windows events of a laboratory network";
  }

  @Override
  public List<SourceFile> files() {
    return List.of(
        new SourceFile("d-logs-windows-events/windows_events.tsv.gz", 1, WindowsEvents::sample));
  }

  @Override
  public List<TableLayout> tables() {
    return List.of(TableLayout.of(TABLE, false, "e"), TableLayout.of(INDEX, false, "i"));
  }

  @Override
  public void convert(SourceLine line, RowSink sink) {
    List<String> fields = Fields.split(line.text(), '\t');
    if (fields.size() != COLUMNS.size()) {
      throw new IllegalArgumentException(
          "an event should have " + COLUMNS.size() + " fields, it has " + fields.size());
    }
    long millis = millis(fields.get(TIMESTAMP));
    byte[] key = key(fields.get(HOST), millis, line.number());
    Put event = new Put(key);
    for (int i = 0; i < fields.size(); i++) {
      if (!fields.get(i).isEmpty()) {
        event.addColumn(FAMILY, QUALIFIERS.get(i), millis, Bytes.toBytes(fields.get(i)));
      }
    }
    sink.put(TABLE, event);
    for (Put entry : indexEntries(fields, millis, line.number(), key)) {
      sink.put(INDEX, entry);
    }
  }

  /** One index row for each different GUID of an event, whatever roles it has in it. */
  private static Collection<Put> indexEntries(
      List<String> fields, long millis, int line, byte[] eventKey) {
    Map<ByteBuffer, Put> entries = new HashMap<>();
    for (Map.Entry<Integer, byte[]> column : INDEXED.entrySet()) {
      Optional<byte[]> guid = guid(fields.get(column.getKey()));
      if (guid.isPresent()) {
        entries
            .computeIfAbsent(
                ByteBuffer.wrap(guid.get()), g -> new Put(indexKey(guid.get(), millis, line)))
            .addColumn(INDEX_FAMILY, column.getValue(), millis, eventKey);
      }
    }
    return entries.values();
  }

  /** The row of one event. */
  static byte[] key(String host, long millis, int line) {
    return new KeyBytes()
        .terminated(host.toLowerCase(Locale.ROOT))
        .newestFirst(millis)
        .highestFirst(line)
        .toBytes();
  }

  /** The row of one event in the index. */
  static byte[] indexKey(byte[] guid, long millis, int line) {
    return new KeyBytes().raw(guid).newestFirst(millis).highestFirst(line).toBytes();
  }

  /** A GUID as 16 bytes, in braces or not; nothing for text that is none. */
  static Optional<byte[]> guid(String text) {
    boolean braces = text.length() == GUID_LENGTH + 2 && text.startsWith("{") && text.endsWith("}");
    int start = braces ? 1 : 0;
    if (!braces && text.length() != GUID_LENGTH) {
      return Optional.empty();
    }
    byte[] guid = new byte[16];
    int digits = 0;
    for (int i = 0; i < GUID_LENGTH; i++) {
      char c = text.charAt(start + i);
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      int digit = dash ? 0 : Character.digit(c, 16);
      if (digit < 0 || dash != (c == '-')) {
        return Optional.empty();
      }
      if (!dash) {
        guid[digits / 2] = (byte) (guid[digits / 2] << 4 | digit);
        digits++;
      }
    }
    return Optional.of(guid);
  }

  private static long millis(String time) {
    try {
      return Instant.parse(time).toEpochMilli();
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "\"" + time + "\" is no time such as 2020-06-10T02:50:56Z", e);
    }
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Question(
            "What happened last on " + ONE_HOST + "?",
            "table.getScanner(new Scan().withStartRow(host + 0).withStopRow(host + 1).setLimit(6))",
            tables -> Answer.of(headings(), events(tables, ofHost().setLimit(6)))),
        new Question(
            "The newest scripts run there (event 4103)?",
            "the same scan, setFilter(new SingleColumnValueFilter(\"e\", \"event_id\", EQUAL,"
                + " \"4103\")).setLimit(4)",
            WindowsEvents::scripts),
        new Question(
            "What did process " + ONE_PROCESS + " do or suffer last?",
            "keys = index.getScanner(new Scan().withStartRow(guid).withStopRow(guid + 1)"
                + ".setLimit(6)); table.get(keys)",
            WindowsEvents::ofProcess));
  }

  private static List<String> headings() {
    return List.of("time (UTC)", "host", "event", "kind", "channel", "image");
  }

  private static Scan ofHost() {
    return new Scan()
        .withStartRow(new KeyBytes().terminated(ONE_HOST).toBytes())
        .withStopRow(Bytes.toBytes(ONE_HOST + "\u0001"));
  }

  private static Answer scripts(Tables tables) throws IOException {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            FAMILY, Bytes.toBytes("event_id"), CompareOperator.EQUAL, Bytes.toBytes("4103"));
    filter.setFilterIfMissing(true);
    return Answer.of(headings(), events(tables, ofHost().setFilter(filter).setLimit(4)));
  }

  private static Answer ofProcess(Tables tables) throws IOException {
    byte[] guid = guid(ONE_PROCESS).orElseThrow();
    byte[] after = guid.clone();
    after[after.length - 1]++;
    List<byte[]> keys =
        tables.scan(
            INDEX, new Scan().withStartRow(guid).withStopRow(after).setLimit(6), Result::value);
    List<List<String>> rows = new ArrayList<>();
    for (Result event : tables.get(TABLE, keys.stream().map(Get::new).toList())) {
      rows.add(decode(event));
    }
    return Answer.of(headings(), rows);
  }

  private static List<List<String>> events(Tables tables, Scan scan) throws IOException {
    return tables.scan(TABLE, scan, WindowsEvents::decode);
  }

  private static List<String> decode(Result event) {
    ByteBuffer key = ByteBuffer.wrap(event.getRow());
    String host = KeyBytes.readTerminated(key);
    String image = text(event, "image");
    return List.of(
        SHOWN_TIME.format(Instant.ofEpochMilli(KeyBytes.readNewestFirst(key))),
        host.split("\\.", 2)[0],
        text(event, "event_id"),
        text(event, "event_type"),
        text(event, "channel").replace("Microsoft-Windows-", "").replace("/Operational", ""),
        image.substring(image.lastIndexOf('\\') + 1));
  }

  private static String text(Result event, String column) {
    byte[] value = event.getValue(FAMILY, Bytes.toBytes(column));
    return value == null ? "" : Bytes.toString(value);
  }

  private static List<String> sample() {
    List<String> lines = new ArrayList<>();
    lines.add(String.join("\t", COLUMNS));
    String[] hosts = {"WORKSTATION5.theshire.local", "workstation6.theshire.local", "DC01"};
    Instant start = Instant.parse("2020-09-20T12:00:00Z");
    for (int i = 0; i < 1500; i++) {
      String[] fields = new String[COLUMNS.size()];
      Arrays.fill(fields, "");
      fields[TIMESTAMP] = start.plusMillis(250L * (i / 2)).toString();
      fields[HOST] = hosts[i % hosts.length];
      fields[COLUMNS.indexOf("channel")] = "Microsoft-Windows-Sysmon/Operational";
      fields[COLUMNS.indexOf("event_id")] = i % 11 == 0 ? "4103" : String.valueOf(10 + i % 3);
      fields[COLUMNS.indexOf("event_type")] = "INFO";
      fields[COLUMNS.indexOf("image")] = "C:\\Windows\\System32\\example" + i % 4 + ".exe";
      if (i % 5 == 0) {
        fields[COLUMNS.indexOf("process_guid")] = ONE_PROCESS;
      } else if (i % 7 == 0) {
        fields[COLUMNS.indexOf("source_process_guid")] = ONE_PROCESS.toLowerCase(Locale.ROOT);
        fields[COLUMNS.indexOf("target_process_guid")] = ONE_PROCESS;
      }
      lines.add(String.join("\t", fields));
    }
    return lines;
  }
}
