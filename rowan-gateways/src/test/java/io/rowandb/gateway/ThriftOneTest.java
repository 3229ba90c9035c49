package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.thrift.generated.AlreadyExists;
import org.apache.hadoop.hbase.thrift.generated.ColumnDescriptor;
import org.apache.hadoop.hbase.thrift.generated.Hbase;
import org.apache.hadoop.hbase.thrift.generated.IOError;
import org.apache.hadoop.hbase.thrift.generated.IllegalArgument;
import org.apache.hadoop.hbase.thrift.generated.Mutation;
import org.apache.hadoop.hbase.thrift.generated.TRowResult;
import org.apache.hadoop.hbase.thrift.generated.TScan;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Version 1 of HBase's Thrift interface, which HappyBase speaks, with its generated client. */
@Tag("slow")
class ThriftOneTest {
  private static final ByteBuffer TABLE = buffer("pages");
  private static final Map<ByteBuffer, ByteBuffer> NONE = Map.of();

  @Test
  void servesATable() throws Exception {
    try (GatewayProcess gateway = GatewayProcess.start("thrift", "--port=0", "--path=mem:one");
        TSocket socket = new TSocket("localhost", gateway.port())) {
      socket.open();
      Hbase.Client client = new Hbase.Client(new TBinaryProtocol(socket));
      makesATable(client);
      putsAndGets(client);
      scans(client);
      isToldWhatIsWrong(client);
      incrementsAndDeletes(client);
      gateway.signal("TERM");
      assertThat(gateway.code()).isEqualTo(GatewayProcess.SIGTERM_CODE);
    }
  }

  private static void makesATable(Hbase.Client client) throws Exception {
    ColumnDescriptor family = new ColumnDescriptor().setName(buffer("f:")).setMaxVersions(3);
    client.createTable(TABLE, List.of(family));
    assertThat(client.getTableNames()).containsExactly(TABLE);
    assertThat(client.getColumnDescriptors(TABLE)).containsOnlyKeys(buffer("f:"));
    assertThat(client.isTableEnabled(TABLE)).isTrue();
    assertThat(client.getTableRegions(TABLE)).hasSize(1);
    assertThatThrownBy(() -> client.createTable(TABLE, List.of(family)))
        .isInstanceOf(AlreadyExists.class);
    assertThatThrownBy(() -> client.getRow(buffer("none"), buffer("r"), NONE))
        .isInstanceOf(IOError.class);
  }

  private static void putsAndGets(Hbase.Client client) throws Exception {
    for (int i = 0; i < 5; i++) {
      List<Mutation> mutations =
          List.of(
              new Mutation(false, buffer("f:a"), buffer("a" + i), true),
              new Mutation(false, buffer("f:b"), buffer("b" + i), true));
      client.mutateRow(TABLE, buffer("r" + i), mutations, NONE);
    }
    client.mutateRowTs(
        TABLE,
        buffer("r0"),
        List.of(new Mutation(false, buffer("f:old"), buffer("first"), true)),
        1000,
        NONE);
    assertThat(client.get(TABLE, buffer("r3"), buffer("f:a"), NONE))
        .singleElement()
        .satisfies(cell -> assertThat(cell.getValue()).asString().isEqualTo("a3"));
    assertThat(client.getRow(TABLE, buffer("r0"), NONE).get(0).getColumns())
        .containsOnlyKeys(buffer("f:a"), buffer("f:b"), buffer("f:old"));
    assertThat(client.getVerTs(TABLE, buffer("r0"), buffer("f:old"), 1001, 3, NONE)).hasSize(1);
  }

  private static void scans(Hbase.Client client) throws Exception {
    TScan range = new TScan().setStartRow(buffer("r1")).setStopRow(buffer("r4"));
    assertThat(rows(client, range)).containsExactly("r1", "r2", "r3");
    TScan filtered = new TScan().setFilterString(buffer("PrefixFilter('r2')"));
    assertThat(rows(client, filtered)).containsExactly("r2");
    assertThat(rows(client, new TScan().setReversed(true))).startsWith("r4", "r3");
    assertThat(rows(client, new TScan().setColumns(List.of(buffer("f"))))).hasSize(5);
    // HBase's gateway takes the colon for the beginning of a qualifier, which is empty here.
    assertThat(rows(client, new TScan().setColumns(List.of(buffer("f:"))))).isEmpty();
  }

  private static void isToldWhatIsWrong(Hbase.Client client) throws Exception {
    List<Mutation> value = List.of(new Mutation(false, buffer("f:a"), buffer("v"), true));
    assertThatThrownBy(() -> client.mutateRow(TABLE, buffer(""), value, NONE))
        .isInstanceOf(IllegalArgument.class)
        .hasMessageContaining("Row length is 0");
    TScan scan = new TScan().setFilterString(buffer("NoSuchFilter()"));
    assertThatThrownBy(() -> client.scannerOpenWithScan(TABLE, scan, NONE))
        .isInstanceOf(TApplicationException.class)
        .hasMessageContaining("Filter Name NoSuchFilter not supported");
    assertThat(client.getRow(TABLE, buffer("r0"), NONE)).hasSize(1);
  }

  private static void incrementsAndDeletes(Hbase.Client client) throws Exception {
    assertThat(client.atomicIncrement(TABLE, buffer("r0"), buffer("f:n"), 5)).isEqualTo(5);
    assertThat(client.atomicIncrement(TABLE, buffer("r0"), buffer("f:n"), -2)).isEqualTo(3);
    client.deleteAll(TABLE, buffer("r0"), buffer("f:a"), NONE);
    assertThat(client.get(TABLE, buffer("r0"), buffer("f:a"), NONE)).isEmpty();
    client.deleteAllRow(TABLE, buffer("r1"), NONE);
    assertThat(rows(client, new TScan())).containsExactly("r0", "r2", "r3", "r4");
    client.disableTable(TABLE);
    client.deleteTable(TABLE);
    assertThat(client.getTableNames()).isEmpty();
  }

  private static List<String> rows(Hbase.Client client, TScan scan) throws Exception {
    int scanner = client.scannerOpenWithScan(TABLE, scan, NONE);
    List<String> rows = new ArrayList<>();
    List<TRowResult> some = client.scannerGetList(scanner, 2);
    for (; !some.isEmpty(); some = client.scannerGetList(scanner, 2)) {
      some.forEach(row -> rows.add(new String(row.getRow(), StandardCharsets.UTF_8)));
    }
    client.scannerClose(scanner);
    return rows;
  }

  private static ByteBuffer buffer(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
