package io.rowandb.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.mapreduce.CopyTable;
import org.apache.hadoop.hbase.mapreduce.Export;
import org.apache.hadoop.hbase.mapreduce.HashTable;
import org.apache.hadoop.hbase.mapreduce.Import;
import org.apache.hadoop.hbase.mapreduce.SyncTable;
import org.apache.hadoop.util.Tool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code CopyTable}, {@code Export}, {@code Import}, {@code HashTable} and {@code SyncTable}. */
@Tag("slow")
class CopyTest extends ToolTest {
  @ParameterizedTest
  @EnumSource(Door.class)
  void copiesATable(Door door) throws Exception {
    open(door);
    loadSource();
    loadVersionsAndDeletes();
    create(TARGET);
    int copied =
        run(new CopyTable(), "--new.name=target", "--all.cells", "--versions=10", "source");
    assertThat(copied).isZero();
    assertSameCells(SOURCE, TARGET);
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void copiesARangeOfOneFamilyIntoAnother(Door door) throws Exception {
    open(door);
    loadSource();
    create(TARGET);
    int copied =
        run(
            new CopyTable(),
            "--new.name=target",
            "--startrow=r010",
            "--stoprow=r015",
            "--families=g:f",
            "source");
    assertThat(copied).isZero();
    assertThat(cells(TARGET, new Scan()))
        .containsExactly(
            "r010/f:even/1000/Put=yes", "r012/f:even/1000/Put=yes", "r014/f:even/1000/Put=yes");
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void exportsAndImportsVersionsAndDeletes(Door door) throws Exception {
    open(door);
    loadSource();
    loadVersionsAndDeletes();
    create(TARGET);
    String files = directory.resolve("exported").toString();
    String raw = "-Dhbase.mapreduce.include.deleted.rows=true";
    assertThat(run(new Export(), raw, "source", files, "10")).isZero();
    assertThat(run(new Import(), "target", files)).isZero();
    assertSameCells(SOURCE, TARGET);
  }

  /** What had expired is not exported, and what has time left goes with its time. */
  @ParameterizedTest
  @EnumSource(Door.class)
  void exportsAndImportsATableWithATimeToLive(Door door) throws Exception {
    open(door);
    TableName expiring = TableName.valueOf("expiring");
    for (TableName name : List.of(expiring, TARGET)) {
      createExpiring(name);
    }
    long now = System.currentTimeMillis();
    try (Table table = connection.getTable(expiring)) {
      for (int version = 0; version < 3; version++) {
        table.put(cell("kept", now - version, "v" + version));
      }
      table.put(cell("expired", now - 2 * 3_600_000, "gone"));
    }
    Path files = directory.resolve("exported");
    assertThat(run(new Export(), "expiring", files.toString(), "2")).isZero();
    assertThat(run(new Import(), "target", files.toString())).isZero();
    assertThat(cells(TARGET, new Scan().setRaw(true).readAllVersions()))
        .containsExactly("kept/f:q/" + now + "/Put=v0", "kept/f:q/" + (now - 1) + "/Put=v1");
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void findsAndRepairsDifferences(Door door) throws Exception {
    open(door);
    loadSource();
    create(TARGET);
    assertThat(run(new CopyTable(), "--new.name=target", "source")).isZero();
    try (Table target = connection.getTable(TARGET)) {
      target.put(new Put(row(7)).addColumn(bytes("f"), bytes("number"), 1000, bytes("wrong")));
      target.put(new Put(row(8)).addColumn(bytes("f"), bytes("extra"), 1000, bytes("1")));
      target.delete(new Delete(row(50)));
    }
    String hashes = directory.resolve("hashes").toString();
    assertThat(run(new HashTable(conf), "--batchsize=200", "source", hashes)).isZero();
    Tool sync = new SyncTable(conf);
    assertThat(run(sync, hashes, "source", "target")).isZero();
    // The row that was deleted in the target stays hidden by its delete marker, as on a cluster.
    Scan othersThan50 = new Scan().withStartRow(row(0)).withStopRow(row(50));
    assertThat(cells(TARGET, othersThan50)).isEqualTo(cells(SOURCE, othersThan50));
  }

  /** Older versions, and each kind of delete marker. */
  private void loadVersionsAndDeletes() throws Exception {
    try (Table table = connection.getTable(SOURCE)) {
      for (int time = 1; time <= 3; time++) {
        table.put(
            new Put(row(1)).addColumn(bytes("f"), bytes("v"), time, bytes("version " + time)));
      }
      table.delete(new Delete(row(2)).addColumn(bytes("f"), bytes("number"), 1000));
      table.delete(new Delete(row(3)).addColumns(bytes("f"), bytes("number"), 999));
      table.delete(new Delete(row(24)).addFamily(bytes("g"), 1000));
      table.delete(new Delete(row(45)).addFamilyVersion(bytes("f"), 1000));
    }
  }

  private void createExpiring(TableName name) throws Exception {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(bytes("f"))
                      .setMaxVersions(5)
                      .setTimeToLive(3600)
                      .build())
              .build());
    }
  }

  private static Put cell(String row, long time, String value) {
    return new Put(bytes(row)).addColumn(bytes("f"), bytes("q"), time, bytes(value));
  }
}
