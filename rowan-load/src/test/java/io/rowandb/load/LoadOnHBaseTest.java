package io.rowandb.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.load.Calls.Call;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.UniqueViolationException;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.oracle.LocalHBase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sorted records go into the tables of a real HBase, by its own tool. */
@Tag("slow")
class LoadOnHBaseTest {
  private static final int RECORDS = 3_000;

  @TempDir private Path directory;

  /** Hadoop keeps the file system that the first user of the process wanted. */
  @AfterEach
  void forgetTheFileSystemOfTheCluster() throws IOException {
    FileSystem.closeAll();
  }

  @Test
  void hbaseTakesRecordsWithIndexesAndDetails() throws IOException {
    TableDesign<Call> design = Calls.marked("calls");
    try (LocalHBase hbase = LocalHBase.start(directory.resolve("cluster"), conf -> {});
        Connection connection = ConnectionFactory.createConnection(hbase.configuration())) {
      RecordBulkLoad<Call> load =
          RecordBulkLoad.into(connection, design, directory.resolve("work")).memory(16 << 20);
      assertThatThrownBy(() -> load.load(RecordSource.of("all", Calls.calls(0, RECORDS))))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("the connection is of a cluster");
      RecordBulkLoad<Call> through =
          load.through(
              (table, files) ->
                  BulkLoadHFiles.create(hbase.configuration())
                      .bulkLoad(table, new org.apache.hadoop.fs.Path(files.toUri())));
      assertThat(through.load(RecordSource.of("all", Calls.calls(0, RECORDS))).records())
          .isEqualTo(RECORDS);
      assertThat(through.load(RecordSource.of("all", Calls.calls(0, RECORDS))).wasLoaded())
          .isTrue();
      check(connection, design);
      assertThatThrownBy(() -> through.load(RecordSource.of("more", Calls.calls(7, 8))))
          .isInstanceOf(LoadRefusedException.class)
          .hasMessageContaining("record 1 of more");
    }
  }

  private static void check(Connection connection, TableDesign<Call> design) throws IOException {
    try (RecordTable<Call> table = RecordTable.open(connection, design)) {
      List<Call> found = table.all().allowFullScan().list();
      assertThat(found).hasSize(RECORDS);
      assertThat(new HashSet<>(found)).isEqualTo(new HashSet<>(Calls.calls(0, RECORDS)));
      table
          .verifyIndexes(List.of("ticket", "callee", "tower"))
          .forEach(
              (index, report) ->
                  assertThat(report.missing() + report.stale() + report.copies().outdated())
                      .as(index + ": " + report)
                      .isZero());
      assertThat(table.where(Call::ticket).is("t77").list()).containsExactly(Calls.call(77));
      assertThatThrownBy(() -> table.put(Calls.call(RECORDS + 1).withTicket("t77")))
          .isInstanceOf(UniqueViolationException.class);
      Call next = Calls.call(RECORDS + 1);
      table.put(next);
      assertThat(table.get(next.caller(), next.number())).contains(next);
      table.delete(next);
    }
  }
}
