package io.rowandb.tsdb;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.text.PointLine;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Empty tables for each test. */
@OnBackEnd
public abstract class SeriesCase {
  protected Connection connection;
  protected TsdbTables tables;
  protected TimeSeries series;

  @BeforeEach
  void create(Connection backEnd) throws IOException {
    connection = backEnd;
    open(PointKeyLayout.DEFAULT);
  }

  protected final void open(PointKeyLayout layout) throws IOException {
    tables = TsdbTables.named(BackEnd.newTableName("series"));
    series = TimeSeries.open(connection, tables, layout);
  }

  @AfterEach
  protected final void drop() throws IOException {
    for (TableName each : List.of(tables.data(), tables.uid(), tables.tree(), tables.meta())) {
      BackEnd.drop(connection, each.getNameAsString());
    }
  }

  protected static void put(TimeSeries to, String... lines) throws IOException {
    to.put(List.of(lines).stream().map(PointLine::parse).toList());
  }
}
