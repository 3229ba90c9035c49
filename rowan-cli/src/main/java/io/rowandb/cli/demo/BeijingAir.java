package io.rowandb.cli.demo;

import io.rowandb.cli.source.Fields;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Hourly readings of six air-quality stations, by station and time.
 *
 * <pre>
 * air   row: station, 0 | milliseconds (8)
 *       m:No             number of the reading (4)
 *       m:PM2.5 … m:WSPM a number, as the 8 bytes of a double
 *       m:wd             the wind's direction as text
 * </pre>
 *
 * What a station did not measure (NA) is no cell. The file's hours are taken as Beijing's, UTC+8.
 * The bytes of doubles sort as their numbers do only from zero up; the one comparison made here is
 * of a quantity that is never negative.
 */
final class BeijingAir implements DataSet {
  /** The table's name. */
  static final String TABLE = "air";

  static final byte[] FAMILY = Bytes.toBytes("m");
  static final byte[] NUMBER = Bytes.toBytes("No");

  /** The files' columns. */
  static final List<String> COLUMNS =
      List.of(
          "No", "year", "month", "day", "hour", "PM2.5", "PM10", "SO2", "NO2", "CO", "O3", "TEMP",
          "PRES", "DEWP", "RAIN", "wd", "WSPM", "station");

  private static final List<byte[]> QUALIFIERS = COLUMNS.stream().map(Bytes::toBytes).toList();

  /** The stations, one file each. */
  static final List<String> STATIONS =
      List.of("Aotizhongxin", "Changping", "Dingling", "Dongsi", "Guanyuan", "Gucheng");

  private static final int FIRST_MEASURE = COLUMNS.indexOf("PM2.5");
  private static final int WIND_DIRECTION = COLUMNS.indexOf("wd");
  private static final int STATION = COLUMNS.indexOf("station");
  private static final String MISSING = "NA";
  private static final ZoneOffset BEIJING = ZoneOffset.ofHours(8);
  private static final byte[] PM25 = Bytes.toBytes("PM2.5");
  private static final byte[] TEMPERATURE = Bytes.toBytes("TEMP");
  private static final byte[] WIND = Bytes.toBytes("wd");
  private static final double VERY_BAD_AIR = 700;
  private static final LocalDateTime SPRING_DAY = LocalDateTime.of(2013, 3, 8, 0, 0);

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
  public List<TableLayout> tables() {
    return List.of(TableLayout.of(TABLE, false, "m"));
  }

  @Override
  public void convert(SourceLine line, RowSink sink) {
    List<String> fields = Fields.csv(line.text());
    if (fields.size() != COLUMNS.size()) {
      throw new IllegalArgumentException(
          "a reading should have " + COLUMNS.size() + " fields, it has " + fields.size());
    }
    long millis = time(fields).toInstant(BEIJING).toEpochMilli();
    Put put = new Put(key(fields.get(STATION), millis));
    put.addColumn(FAMILY, NUMBER, millis, Bytes.toBytes(Integer.parseInt(fields.get(0))));
    for (int i = FIRST_MEASURE; i < STATION; i++) {
      String value = fields.get(i);
      if (!value.equals(MISSING)) {
        byte[] bytes =
            i == WIND_DIRECTION ? Bytes.toBytes(value) : Bytes.toBytes(Double.parseDouble(value));
        put.addColumn(FAMILY, QUALIFIERS.get(i), millis, bytes);
      }
    }
    sink.put(TABLE, put);
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

  /** The row of one reading. */
  static byte[] key(String station, long millis) {
    return new KeyBytes().terminated(station).int64(millis).toBytes();
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Question(
            "How was the air in Gucheng in the morning of 8 March 2013?",
            "table.getScanner(new Scan().withStartRow(key(\"Gucheng\", 06:00)).withStopRow("
                + "key(\"Gucheng\", 12:00)).addColumn(\"m\", \"PM2.5\")"
                + ".addColumn(\"m\", \"TEMP\").addColumn(\"m\", \"wd\"))",
            BeijingAir::morning),
        new Question(
            "When was it worst anywhere, PM2.5 above 700?",
            "table.getScanner(new Scan().setFilter(new SingleColumnValueFilter(\"m\", \"PM2.5\","
                + " GREATER, 700.0)))",
            BeijingAir::worst),
        new Question(
            "Mean PM2.5 of March 2013 at each station?",
            "one scan a station: withStartRow(key(station, 1 March)).withStopRow("
                + "key(station, 1 April)).addColumn(\"m\", \"PM2.5\"), summed here",
            BeijingAir::means));
  }

  private static List<String> headings() {
    return List.of("station", "hour", "PM2.5", "TEMP", "wind");
  }

  private static Scan range(String station, LocalDateTime from, LocalDateTime to) {
    return new Scan()
        .withStartRow(key(station, from.toInstant(BEIJING).toEpochMilli()))
        .withStopRow(key(station, to.toInstant(BEIJING).toEpochMilli()));
  }

  private static Answer morning(Tables tables) throws IOException {
    Scan scan =
        range("Gucheng", SPRING_DAY.withHour(6), SPRING_DAY.withHour(12))
            .addColumn(FAMILY, PM25)
            .addColumn(FAMILY, TEMPERATURE)
            .addColumn(FAMILY, WIND);
    return Answer.of(headings(), tables.scan(TABLE, scan, BeijingAir::decode));
  }

  private static Answer worst(Tables tables) throws IOException {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            FAMILY, PM25, CompareOperator.GREATER, Bytes.toBytes(VERY_BAD_AIR));
    filter.setFilterIfMissing(true);
    return Answer.of(
        headings(), tables.scan(TABLE, new Scan().setFilter(filter), BeijingAir::decode));
  }

  private static Answer means(Tables tables) throws IOException {
    LocalDateTime from = LocalDateTime.of(2013, 3, 1, 0, 0);
    List<List<String>> rows = new ArrayList<>();
    for (String station : STATIONS) {
      Scan scan = range(station, from, from.plusMonths(1)).addColumn(FAMILY, PM25);
      List<Double> values = tables.scan(TABLE, scan, row -> Bytes.toDouble(row.value()));
      double mean = values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
      rows.add(
          List.of(
              station, String.valueOf(values.size()), String.format(Locale.ROOT, "%.1f", mean)));
    }
    return Answer.of(List.of("station", "hours measured", "mean PM2.5"), rows);
  }

  private static List<String> decode(Result row) {
    ByteBuffer key = ByteBuffer.wrap(row.getRow());
    String station = KeyBytes.readTerminated(key);
    String hour =
        LocalDateTime.ofInstant(Instant.ofEpochMilli(key.getLong()), BEIJING)
            .format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT));
    byte[] wind = row.getValue(FAMILY, WIND);
    return List.of(
        station,
        hour,
        number(row, PM25),
        number(row, TEMPERATURE),
        wind == null ? "" : Bytes.toString(wind));
  }

  private static String number(Result row, byte[] column) {
    byte[] value = row.getValue(FAMILY, column);
    return value == null ? "" : String.format(Locale.ROOT, "%.1f", Bytes.toDouble(value));
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
