package io.rowandb.tsdb.kept;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Time series whose rollups are kept, in tables of their own for each test. */
@OnBackEnd
abstract class KeptTrial {
  /** The first second of an hour. */
  static final long BASE = 1_309_730_400L;

  Connection connection;
  TsdbTables tables;
  TimeSeries series;

  @BeforeEach
  void create(Connection backEnd) throws IOException {
    connection = backEnd;
    tables = TsdbTables.named(BackEnd.newTableName("kept"));
    series = TimeSeries.open(connection, tables).keepRollups();
  }

  @AfterEach
  void drop() throws IOException {
    for (TableName each : List.of(tables.data(), tables.uid(), tables.tree(), tables.meta())) {
      BackEnd.drop(connection, each.getNameAsString());
    }
    BackEnd.drop(connection, KeptRollups.marks(tables).getNameAsString());
    for (KeptLevel each : KeptLevel.values()) {
      BackEnd.drop(connection, each.table(tables).getNameAsString());
    }
    dropSketches();
  }

  final void dropSketches() throws IOException {
    for (KeptLevel each : KeptLevel.values()) {
      BackEnd.drop(connection, each.sketchTable(tables).getNameAsString());
    }
  }

  final KeptRollups kept() {
    return series.kept().orElseThrow();
  }

  /** A point of the metric m, so many seconds behind the first. */
  static DataPoint point(int host, long second, PointValue value) {
    return new DataPoint(
        Series.of("m", Map.of("host", "h" + host)), PointTime.ofSeconds(BASE + second), value);
  }
}
