package io.rowandb.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import io.rowandb.load.Calls.Call;
import io.rowandb.schema.table.NewTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Loads of calls into a store of their own. */
abstract class BulkLoads {
  static final long MEMORY_BYTES = 16 << 20;
  static final int RECORDS = 2_000;

  @TempDir Path directory;
  Connection connection;

  @BeforeEach
  void open() throws IOException {
    connection =
        ConnectionFactory.createConnection(
            Rowan.configuration(directory.resolve("store").toString()));
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
  }

  final Path work() {
    return directory.resolve("work");
  }

  final RecordBulkLoad<Call> into(TableDesign<Call> design) {
    return RecordBulkLoad.into(connection, design, work()).memory(MEMORY_BYTES);
  }

  static TableDesign<Call> design(String kind, String name) {
    return kind.equals("plain") ? Calls.plain(name) : Calls.marked(name);
  }

  final void assertNothing(TableDesign<?> design) throws IOException {
    for (NewTable each : design.tables()) {
      try (Table table = connection.getTable(each.descriptor().getTableName());
          ResultScanner rows = table.getScanner(new Scan().setRaw(true))) {
        assertThat(rows.next()).as(table.getName().toString()).isNull();
      }
    }
    assertThat(new LoadNotes(connection, design.name()).all()).isEmpty();
  }
}
