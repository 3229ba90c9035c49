package io.rowandb.design.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.design.check.DesignReport;
import io.rowandb.design.check.FindingKind;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.oracle.LocalHBase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table of a real HBase, with several regions. */
@Tag("slow")
class LiveOnHBaseTest {
  private static final TableName NAME = TableName.valueOf("visits");

  private record Visit(String page, Instant at, int seconds) {}

  private static final TableDesign<Visit> DESIGN =
      TableDesign.of("visits", Visit.class)
          .key(
              key ->
                  key.hash(Digest.md5(1), Visit::page)
                      .part(Visit::page)
                      .part(Visit::at, Parts.descending(Parts.millis())))
          .family("v")
          .column(Visit::seconds, "v:s")
          .splits(Splits.even(4))
          .build();

  @TempDir private Path directory;

  /** Hadoop keeps the file system that the first user of the process wanted. */
  @AfterEach
  void forgetTheFileSystemOfTheCluster() throws IOException {
    FileSystem.closeAll();
  }

  private static DesignReport check(Connection connection, int limit) throws IOException {
    return LiveCheck.run(
        connection, NAME, Optional.empty(), Map.of(), List.of(), limit, 1, 1_500_000_000_000L);
  }

  @Test
  void theDesignAndRowsOfAllRegions() throws IOException {
    try (LocalHBase hbase = LocalHBase.start(directory.resolve("cluster"), conf -> {});
        Connection connection = ConnectionFactory.createConnection(hbase.configuration());
        RecordTable<Visit> visits = RecordTable.create(connection, DESIGN)) {
      List<Visit> all = new ArrayList<>();
      for (int i = 0; i < 3000; i++) {
        all.add(new Visit("p" + i % 101, Instant.ofEpochMilli(1_400_000_000_000L + i), i));
      }
      visits.putAll(all);
      assertThat(check(connection, 10_000).rows()).isEqualTo(3000);
      assertThat(check(connection, 10_000).findings())
          .extracting(each -> each.kind())
          .containsExactly(FindingKind.TOO_SMALL);
      DesignReport part = check(connection, 800);
      assertThat(part.rows()).isBetween(200L, 800L);
      assertThat(part.findings()).isEmpty();
      try (Table table = connection.getTable(NAME)) {
        table.put(
            new Put(Bytes.toBytes("stray"))
                .addColumn(Bytes.toBytes("v"), Bytes.toBytes("s"), Bytes.toBytes("x")));
      }
      assertThat(check(connection, 10_000).findings().get(0).kind())
          .isEqualTo(FindingKind.ROWS_UNREADABLE);
    }
  }
}
