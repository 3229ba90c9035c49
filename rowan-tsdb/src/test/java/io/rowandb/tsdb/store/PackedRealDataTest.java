package io.rowandb.tsdb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowandb.client.Rowan;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.uid.UidOptions;
import io.rowandb.tsdb.uid.Uids;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How small real series become, in files that are compressed with LZ4. */
class PackedRealDataTest {
  private static final DateTimeFormatter FORM = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
  private static final Clock LATER =
      Clock.fixed(Instant.parse("2099-01-01T00:00:00Z"), ZoneOffset.UTC);

  @TempDir private Path directory;

  /** The directory of {@code rowan.data} or {@code ROWAN_DATA}, else beside the project. */
  private static Path data() {
    String named = System.getProperty("rowan.data", System.getenv("ROWAN_DATA"));
    return named == null ? Path.of("..", "..", "shared", "data") : Path.of(named);
  }

  /** Lines are series, time and value. */
  private static Map<String, List<DataPoint>> nab(String file) throws IOException {
    Path path = data().resolve("b-timeseries-nab").resolve(file);
    assumeTrue(Files.exists(path), "no data set " + path + "; -Drowan.data=DIR names another");
    Map<String, List<DataPoint>> points = new TreeMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(path)), StandardCharsets.UTF_8))) {
      lines.readLine();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] parts = line.split(",", -1);
        long seconds = LocalDateTime.parse(parts[1], FORM).toEpochSecond(ZoneOffset.UTC);
        PointValue value =
            parts[2].matches("-?[0-9]+")
                ? PointValue.of(Long.parseLong(parts[2]))
                : PointValue.of(Double.parseDouble(parts[2]));
        points
            .computeIfAbsent(parts[0], unseen -> new ArrayList<>())
            .add(
                new DataPoint(
                    Series.of("nab", Map.of("series", parts[0])),
                    PointTime.ofSeconds(seconds),
                    value));
      }
    }
    return points;
  }

  /** Twelve points an hour: each row has a key and a checksum of its own. */
  @Test
  void cloudWatch() throws IOException {
    double plain = bytesAPoint("realAWSCloudwatch.csv.gz", false);
    double packed = bytesAPoint("realAWSCloudwatch.csv.gz", true);
    assertThat(packed).isLessThan(2.75).isLessThan(0.65 * plain);
  }

  /** Five points an hour, with gaps. */
  @Test
  void traffic() throws IOException {
    double plain = bytesAPoint("realTraffic.csv.gz", false);
    double packed = bytesAPoint("realTraffic.csv.gz", true);
    assertThat(packed).isLessThan(5).isLessThan(plain);
  }

  private double bytesAPoint(String file, boolean isPacked) throws IOException {
    Path home = directory.resolve(file + isPacked);
    Map<String, List<DataPoint>> series = nab(file);
    try (Connection connection =
        ConnectionFactory.createConnection(Rowan.configuration(home.toString()))) {
      TsdbTables tables = TsdbTables.DEFAULT;
      tables.create(connection, Compression.Algorithm.LZ4, TsdbTables.FOREVER);
      PointStoreOptions options = PointStoreOptions.of(tables);
      Uids uids =
          new Uids(connection, UidOptions.of(tables.uid(), PointKeyLayout.DEFAULT), room -> {});
      PointStore store = new PointStore(connection, uids, options, LATER, System::nanoTime);
      for (List<DataPoint> each : series.values()) {
        store.put(each);
      }
      if (isPacked) {
        new FormatConversion(connection, options, LATER).pack();
      } else {
        PointTime end = PointTime.ofSeconds(PointTime.MAX_SECONDS);
        store.compact("nab", PointTime.ofSeconds(0), end, ReadLimits.NONE);
      }
      long points = checkedPoints(store, series);
      return fileBytes(connection, tables, home) / (double) points;
    }
  }

  /** All that were written are there; of two at a time, the last one. */
  private static long checkedPoints(PointStore store, Map<String, List<DataPoint>> series)
      throws IOException {
    long count = 0;
    RangeQuery all = new RangeQuery("nab", 0, PointTime.MAX_MILLIS, List.of());
    for (SeriesPoints each : store.read(all, ReadLimits.NONE)) {
      TreeMap<Long, PointValue> wanted = new TreeMap<>();
      series
          .get(each.series().tags().get("series"))
          .forEach(point -> wanted.put(point.time().millis(), point.value()));
      TreeMap<Long, PointValue> read = new TreeMap<>();
      for (int i = 0; i < each.points().size(); i++) {
        read.put(each.points().timeMillis(i), each.points().value(i));
      }
      assertThat(read.keySet()).isEqualTo(wanted.keySet());
      assertThat(read.values().stream().filter(wanted::containsValue).count())
          .isEqualTo(read.size());
      count += read.size();
    }
    return count;
  }

  private static long fileBytes(Connection connection, TsdbTables tables, Path home)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(tables.data());
      admin.majorCompact(tables.data());
      while (admin.getCompactionState(tables.data()) != CompactionState.NONE) {
        Thread.onSpinWait();
      }
    }
    String table = tables.data().getQualifierAsString();
    try (Stream<Path> files = Files.walk(home)) {
      return files
          .filter(Files::isRegularFile)
          .filter(each -> each.getParent().endsWith("t"))
          .filter(each -> each.getName(each.getNameCount() - 4).toString().equals(table))
          .mapToLong(each -> each.toFile().length())
          .sum();
    }
  }
}
