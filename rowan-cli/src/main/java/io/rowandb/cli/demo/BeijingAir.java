package io.rowandb.cli.demo;

import io.rowandb.cli.source.Fields;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.io.compress.Compression;

/**
 * Hourly readings of six air-quality stations, by station and time.
 *
 * <p>A missing measurement (NA) is null and has no cell. The file's hours are in Beijing time,
 * UTC+8. Hours of very bad air are rare, so an index of only these is small.
 */
final class BeijingAir extends RecordSet<BeijingAir.Reading> {
  /** The files' columns. */
  static final List<String> COLUMNS =
      List.of(
          "No", "year", "month", "day", "hour", "PM2.5", "PM10", "SO2", "NO2", "CO", "O3", "TEMP",
          "PRES", "DEWP", "RAIN", "wd", "WSPM", "station");

  /** The stations, one file each. */
  static final List<String> STATIONS =
      List.of("Aotizhongxin", "Changping", "Dingling", "Dongsi", "Guanyuan", "Gucheng");

  private static final int FIRST_MEASURE = COLUMNS.indexOf("PM2.5");
  private static final String MISSING = "NA";
  private static final ZoneOffset BEIJING = ZoneOffset.ofHours(8);
  private static final DateTimeFormatter SHOWN_HOUR =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(BEIJING);

  /** A line of a file; what was not measured is null. */
  record Reading(
      String station,
      Instant time,
      int number,
      Double pm25,
      Double pm10,
      Double so2,
      Double no2,
      Double co,
      Double o3,
      Double temperature,
      Double pressure,
      Double dewPoint,
      Double rain,
      String wind,
      Double windSpeed) {}

  /** In the tables of {@code namespace}. */
  BeijingAir(String namespace) {
    super(design(namespace), /* linesShareRows= */ false);
  }

  static TableDesign<Reading> design(String namespace) {
    return TableDesign.of(namespace + ":readings", Reading.class)
        .key(key -> key.part(Reading::station).part(Reading::time))
        .family("m", family -> family.setCompressionType(Compression.Algorithm.LZ4))
        .column(Reading::number, "m:No")
        .column(Reading::pm25, "m:PM2.5")
        .column(Reading::pm10, "m:PM10")
        .column(Reading::so2, "m:SO2")
        .column(Reading::no2, "m:NO2")
        .column(Reading::co, "m:CO")
        .column(Reading::o3, "m:O3")
        .column(Reading::temperature, "m:TEMP")
        .column(Reading::pressure, "m:PRES")
        .column(Reading::dewPoint, "m:DEWP")
        .column(Reading::rain, "m:RAIN")
        .column(Reading::wind, "m:wd")
        .column(Reading::windSpeed, "m:WSPM")
        .index(
            "bad_air",
            index ->
                index
                    .on(key -> key.part(Reading::pm25, Parts.descending(Parts.float64())))
                    .only("500 or more", air -> air.pm25() != null && air.pm25() >= 500))
        .build();
  }

  @Override
  public String name() {
    return "beijing-air";
  }

  @Override
  public String title() {
    return "hourly air quality at six stations in Beijing, 2013 to 2017";
  }

  @Override
  public List<SourceFile> files() {
    return STATIONS.stream()
        .map(
            station ->
                new SourceFile(
                    "b-timeseries-beijing-air/PRSA_Data_" + station + "_20130301-20170228.csv.gz",
                    1,
                    () -> sample(station)))
        .toList();
  }

  @Override
  Reading record(SourceLine line) {
    List<String> fields = Fields.csv(line.text());
    if (fields.size() != COLUMNS.size()) {
      throw new IllegalArgumentException(
          "a reading should have " + COLUMNS.size() + " fields, it has " + fields.size());
    }
    int at = FIRST_MEASURE;
    return new Reading(
        fields.get(COLUMNS.indexOf("station")),
        time(fields).toInstant(BEIJING),
        Integer.parseInt(fields.get(0)),
        measured(fields.get(at++)),
        measured(fields.get(at++)),
        measured(fields.get(at++)),
        measured(fields.get(at++)),
        measured(fields.get(at++)),
        measured(fields.get(at++)),
        measured(fields.get(at++)),
        measured(fields.get(at++)),
        measured(fields.get(at++)),
        measured(fields.get(at++)),
        fields.get(at).equals(MISSING) ? null : fields.get(at),
        measured(fields.get(at + 1)));
  }

  private static Double measured(String field) {
    return field.equals(MISSING) ? null : Double.valueOf(field);
  }

  private static LocalDateTime time(List<String> fields) {
    try {
      return LocalDateTime.of(
          Integer.parseInt(fields.get(1)),
          Integer.parseInt(fields.get(2)),
          Integer.parseInt(fields.get(3)),
          Integer.parseInt(fields.get(4)),
          0);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(String.join("-", fields.subList(1, 5)) + " is no hour", e);
    }
  }

  @Override
  public List<String> declaration() {
    return source("Reading", "design");
  }

  @Override
  public List<DemoQuestion> questions() {
    return List.of(
        question(
            "How was the air in Gucheng in the morning of 8 March 2013?",
            BeijingAir::morning,
            BeijingAir::shown),
        question(
            "When was it worst anywhere, PM2.5 of 700 or more?",
            BeijingAir::worst,
            BeijingAir::shown),
        question(
            "Mean PM2.5 of March 2013 at each station?", BeijingAir::march, BeijingAir::means));
  }

  static List<Reading> morning(RecordTable<Reading> readings) throws IOException {
    Instant six = OffsetDateTime.parse("2013-03-08T06:00+08:00").toInstant();
    return readings
        .where(Reading::station)
        .is("Gucheng")
        .between(Reading::time, six, six.plus(Duration.ofHours(6)))
        .list();
  }

  static List<Reading> worst(RecordTable<Reading> readings) throws IOException {
    return readings.byIndex("bad_air").from(Reading::pm25, 700.0).list();
  }

  static Map<String, DoubleSummaryStatistics> march(RecordTable<Reading> readings)
      throws IOException {
    List<String> stations =
        List.of("Aotizhongxin", "Changping", "Dingling", "Dongsi", "Guanyuan", "Gucheng");
    Instant first = OffsetDateTime.parse("2013-03-01T00:00+08:00").toInstant();
    RecordQuery<Reading> query =
        readings
            .all()
            .where(Reading::station)
            .in(stations)
            .between(Reading::time, first, first.plus(Duration.ofDays(31)));
    try (Stream<Reading> march = query.stream()) {
      return march
          .filter(reading -> reading.pm25() != null)
          .collect(
              Collectors.groupingBy(
                  Reading::station, TreeMap::new, Collectors.summarizingDouble(Reading::pm25)));
    }
  }

  private static Answer shown(List<Reading> readings) {
    List<List<String>> rows = new ArrayList<>();
    for (Reading each : readings) {
      rows.add(
          List.of(
              each.station(),
              SHOWN_HOUR.format(each.time()),
              number(each.pm25()),
              number(each.temperature()),
              each.wind() == null ? "" : each.wind()));
    }
    return Answer.of(List.of("station", "hour", "PM2.5", "TEMP", "wind"), rows);
  }

  private static Answer means(Map<String, DoubleSummaryStatistics> stations) {
    List<List<String>> rows = new ArrayList<>();
    stations.forEach(
        (station, measured) ->
            rows.add(
                List.of(
                    station, String.valueOf(measured.getCount()), number(measured.getAverage()))));
    return Answer.of(List.of("station", "hours measured", "mean PM2.5"), rows);
  }

  private static String number(Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.1f", value);
  }

  private static List<String> sample(String station) {
    List<String> lines = new ArrayList<>();
    lines.add("\"" + String.join("\",\"", COLUMNS) + "\"");
    LocalDateTime start = LocalDateTime.of(2013, 3, 1, 0, 0);
    for (int i = 0; i < 24 * 14; i++) {
      LocalDateTime t = start.plusHours(i);
      int dust = i == 200 ? 720 : 20 + (i * 37 + station.length() * 11) % 180;
      lines.add(
          String.format(
              Locale.ROOT,
              "%d,%d,%d,%d,%d,%s,%d,4,7,300,77,%.1f,1023,-18.8,0,\"NNW\",4.4,\"%s\"",
              i + 1,
              t.getYear(),
              t.getMonthValue(),
              t.getDayOfMonth(),
              t.getHour(),
              i % 29 == 0 ? MISSING : String.valueOf(dust),
              dust + 10,
              8 * Math.sin(i / 24.0 * 2 * Math.PI),
              station));
    }
    return lines;
  }
}
