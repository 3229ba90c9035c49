package io.rowandb.cli.demo;

import io.rowandb.cli.source.Fields;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.io.compress.Compression;

/**
 * A log: events of many computers by computer and time, and an index by the processes that they
 * mention.
 *
 * <p>GUIDs of processes come in both cases and with or without braces; as 16 bytes they are equal.
 * An empty field is null and has no cell. The key has the computer's name in lower case; a column
 * has it as it was written.
 */
final class WindowsEvents extends RecordSet<WindowsEvents.Event> {
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
  private static final Pattern GUID =
      Pattern.compile("\\{?(\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12})\\}?");
  private static final DateTimeFormatter SHOWN_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final String ONE_PROCESS = "{B34BC01C-FD6B-5F66-D610-000000000400}";

  /**
   * A line of the file; an empty field is null.
   *
   * @param line its number below the heading, from 1
   */
  record Event(
      String host,
      Instant time,
      int line,
      String computer,
      String localTime,
      String channel,
      int id,
      Long number,
      UUID process,
      UUID parent,
      UUID source,
      UUID target,
      UUID logon,
      UUID activity,
      UUID provider,
      String severity,
      String type,
      String category,
      String image,
      String scenario) {}

  /** In the tables of {@code namespace}. */
  WindowsEvents(String namespace) {
    super(design(namespace), /* linesShareRows= */ false);
  }

  static TableDesign<Event> design(String namespace) {
    return TableDesign.of(namespace + ":windows_events", Event.class)
        .key(
            key ->
                key.part(Event::host)
                    .part(Event::time, Parts.descending(Parts.millis()))
                    .part(Event::line, Parts.maxMinusInt()))
        .family("e", family -> family.setCompressionType(Compression.Algorithm.LZ4))
        .column(Event::computer, "e:hostname")
        .column(Event::localTime, "e:event_time")
        .column(Event::channel, "e:channel")
        .column(Event::id, "e:event_id")
        .column(Event::number, "e:record_number")
        .column(Event::process, "e:process_guid")
        .column(Event::parent, "e:parent_process_guid")
        .column(Event::source, "e:source_process_guid")
        .column(Event::target, "e:target_process_guid")
        .column(Event::logon, "e:logon_guid")
        .column(Event::activity, "e:activity_id")
        .column(Event::provider, "e:provider_guid")
        .column(Event::severity, "e:severity")
        .column(Event::type, "e:event_type")
        .column(Event::category, "e:category")
        .column(Event::image, "e:image")
        .column(Event::scenario, "e:scenario")
        // An event is found by each process that it names, whatever it does in it.
        .index(
            "by_process",
            index ->
                index
                    .on(
                        key ->
                            key.part(Event::process)
                                .part(Event::time, Parts.descending(Parts.millis())))
                    .anyOf(Event::process, Event::parent, Event::source, Event::target)
                    .family(family -> family.setCompressionType(Compression.Algorithm.LZ4)))
        .build();
  }

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
  Event record(SourceLine line) {
    List<String> fields = Fields.split(line.text(), '\t');
    if (fields.size() != COLUMNS.size()) {
      throw new IllegalArgumentException(
          "an event should have " + COLUMNS.size() + " fields, it has " + fields.size());
    }
    int at = COLUMNS.indexOf("channel");
    return new Event(
        fields.get(HOST).toLowerCase(Locale.ROOT),
        time(fields.get(TIMESTAMP)),
        line.number() + 1,
        text(fields.get(HOST)),
        text(fields.get(COLUMNS.indexOf("event_time"))),
        text(fields.get(at++)),
        Integer.parseInt(fields.get(at++)),
        number(fields.get(at++)),
        guid(fields.get(at++)),
        guid(fields.get(at++)),
        guid(fields.get(at++)),
        guid(fields.get(at++)),
        guid(fields.get(at++)),
        guid(fields.get(at++)),
        guid(fields.get(at++)),
        text(fields.get(at++)),
        text(fields.get(at++)),
        text(fields.get(at++)),
        text(fields.get(at++)),
        text(fields.get(at)));
  }

  private static String text(String field) {
    return field.isEmpty() ? null : field;
  }

  private static Long number(String field) {
    return field.isEmpty() ? null : Long.valueOf(field);
  }

  private static UUID guid(String field) {
    if (field.isEmpty()) {
      return null;
    }
    if (!GUID.matcher(field).matches()) {
      throw new IllegalArgumentException("\"" + field + "\" is no GUID");
    }
    return UUID.fromString(field.startsWith("{") ? field.substring(1, field.length() - 1) : field);
  }

  private static Instant time(String field) {
    try {
      return Instant.parse(field);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "\"" + field + "\" is no time such as 2020-06-10T02:50:56Z", e);
    }
  }

  @Override
  public List<String> declaration() {
    return source("Event", "design");
  }

  @Override
  public List<DemoQuestion> questions() {
    return List.of(
        question(
            "What happened last on workstation5.theshire.local?",
            WindowsEvents::last,
            WindowsEvents::shown),
        question(
            "The newest scripts run there (event 4103)?",
            WindowsEvents::scripts,
            WindowsEvents::shown),
        question(
            "What did process " + ONE_PROCESS + " do or suffer last?",
            WindowsEvents::ofProcess,
            WindowsEvents::shown));
  }

  static List<Event> last(RecordTable<Event> events) throws IOException {
    return events
        .where(Event::host)
        .is("workstation5.theshire.local")
        .newestFirst()
        .limit(6)
        .list();
  }

  static List<Event> scripts(RecordTable<Event> events) throws IOException {
    return events
        .where(Event::host)
        .is("workstation5.theshire.local")
        .where(Event::id)
        .is(4103)
        .newestFirst()
        .limit(4)
        .list();
  }

  static List<Event> ofProcess(RecordTable<Event> events) throws IOException {
    UUID process = UUID.fromString("b34bc01c-fd6b-5f66-d610-000000000400");
    return events
        .all()
        .where(Event::process)
        .or(Event::parent)
        .or(Event::source)
        .or(Event::target)
        .is(process)
        .newestFirst()
        .limit(6)
        .list();
  }

  private static Answer shown(List<Event> events) {
    List<List<String>> rows = new ArrayList<>();
    for (Event each : events) {
      String image = each.image() == null ? "" : each.image();
      String channel = each.channel() == null ? "" : each.channel();
      rows.add(
          List.of(
              SHOWN_TIME.format(each.time()),
              each.host().split("\\.", 2)[0],
              String.valueOf(each.id()),
              each.type() == null ? "" : each.type(),
              channel.replace("Microsoft-Windows-", "").replace("/Operational", ""),
              image.substring(image.lastIndexOf('\\') + 1)));
    }
    return Answer.of(List.of("time (UTC)", "host", "event", "kind", "channel", "image"), rows);
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
