package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.hbase.thrift2.generated.TColumn;
import org.apache.hadoop.hbase.thrift2.generated.TColumnFamilyDescriptor;
import org.apache.hadoop.hbase.thrift2.generated.TColumnIncrement;
import org.apache.hadoop.hbase.thrift2.generated.TColumnValue;
import org.apache.hadoop.hbase.thrift2.generated.TDelete;
import org.apache.hadoop.hbase.thrift2.generated.TGet;
import org.apache.hadoop.hbase.thrift2.generated.THBaseService;
import org.apache.hadoop.hbase.thrift2.generated.TIOError;
import org.apache.hadoop.hbase.thrift2.generated.TIllegalArgument;
import org.apache.hadoop.hbase.thrift2.generated.TIncrement;
import org.apache.hadoop.hbase.thrift2.generated.TPut;
import org.apache.hadoop.hbase.thrift2.generated.TResult;
import org.apache.hadoop.hbase.thrift2.generated.TScan;
import org.apache.hadoop.hbase.thrift2.generated.TTableDescriptor;
import org.apache.hadoop.hbase.thrift2.generated.TTableName;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Version 2 of HBase's Thrift interface with its generated client, here over framed transport and
 * the compact protocol.
 */
@Tag("slow")
class ThriftTwoTest {
  private static final ByteBuffer TABLE = buffer("pages");
  private static final TTableName NAME = new TTableName().setQualifier(buffer("pages"));

  @Test
  void servesATable() throws Exception {
    try (GatewayProcess gateway =
            GatewayProcess.start(
                "thrift", "--v2", "--framed", "--compact", "--port=0", "--path=mem:two");
        TFramedTransport transport =
            new TFramedTransport(new TSocket("localhost", gateway.port()))) {
      transport.open();
      THBaseService.Client client = new THBaseService.Client(new TCompactProtocol(transport));
      makesATable(client);
      putsAndGets(client);
      scans(client);
      isToldWhatIsWrong(client);
      incrementsAndDeletes(client);
      gateway.signal("TERM");
      assertThat(gateway.code()).isEqualTo(GatewayProcess.SIGTERM_CODE);
    }
  }

  private static void makesATable(THBaseService.Client client) throws Exception {
    TTableDescriptor descriptor =
        new TTableDescriptor(NAME)
            .setColumns(
                List.of(new TColumnFamilyDescriptor().setName(buffer("f")).setMaxVersions(3)));
    client.createTable(descriptor, List.of(buffer("r2")));
    assertThat(client.tableExists(NAME)).isTrue();
    assertThat(client.getAllRegionLocations(TABLE)).hasSize(2);
    assertThat(client.getTableDescriptor(NAME).getColumns())
        .extracting(TColumnFamilyDescriptor::getMaxVersions)
        .containsExactly(3);
    assertThatThrownBy(() -> client.get(buffer("none"), new TGet(buffer("r"))))
        .isInstanceOf(TIOError.class);
  }

  private static void putsAndGets(THBaseService.Client client) throws Exception {
    for (int i = 0; i < 5; i++) {
      TColumnValue value = new TColumnValue(buffer("f"), buffer("a"), buffer("a" + i));
      client.put(TABLE, new TPut(buffer("r" + i), List.of(value)));
    }
    TResult result = client.get(TABLE, new TGet(buffer("r3")));
    assertThat(result.getColumnValues())
        .singleElement()
        .satisfies(cell -> assertThat(cell.getValue()).asString().isEqualTo("a3"));
    assertThat(client.exists(TABLE, new TGet(buffer("r9")))).isFalse();
  }

  private static void scans(THBaseService.Client client) throws Exception {
    TScan range = new TScan().setStartRow(buffer("r1")).setStopRow(buffer("r4"));
    assertThat(rows(client, range)).containsExactly("r1", "r2", "r3");
    assertThat(rows(client, new TScan().setReversed(true)))
        .containsExactly("r4", "r3", "r2", "r1", "r0");
    TScan filtered = new TScan().setFilterString(buffer("ValueFilter(=, 'binary:a2')"));
    assertThat(rows(client, filtered)).containsExactly("r2");
  }

  private static void isToldWhatIsWrong(THBaseService.Client client) throws Exception {
    TColumnValue value = new TColumnValue(buffer("f"), buffer("a"), buffer("v"));
    assertThatThrownBy(() -> client.put(TABLE, new TPut(buffer(""), List.of(value))))
        .isInstanceOf(TApplicationException.class)
        .hasMessageContaining("Row length is 0");
    TScan scan = new TScan().setFilterString(buffer("NoSuchFilter()"));
    assertThatThrownBy(() -> client.getScannerResults(TABLE, scan, 1))
        .isInstanceOf(TApplicationException.class)
        .hasMessageContaining("Filter Name NoSuchFilter not supported");
    assertThatThrownBy(() -> client.getScannerRows(1_000_000, -1))
        .isInstanceOf(TIllegalArgument.class)
        .hasMessageContaining("scanner");
    assertThat(client.get(TABLE, new TGet(buffer("r0"))).getColumnValues()).hasSize(1);
  }

  private static void incrementsAndDeletes(THBaseService.Client client) throws Exception {
    TColumnIncrement five = new TColumnIncrement(buffer("f"), buffer("n")).setAmount(5);
    TResult result = client.increment(TABLE, new TIncrement(buffer("r0"), List.of(five)));
    assertThat(ByteBuffer.wrap(result.getColumnValues().get(0).getValue()).getLong()).isEqualTo(5);
    TColumn column = new TColumn(buffer("f")).setQualifier(buffer("a"));
    client.deleteSingle(TABLE, new TDelete(buffer("r0")).setColumns(List.of(column)));
    client.deleteSingle(TABLE, new TDelete(buffer("r1")));
    assertThat(rows(client, new TScan())).containsExactly("r0", "r2", "r3", "r4");
    assertThat(client.get(TABLE, new TGet(buffer("r0"))).getColumnValues())
        .extracting(cell -> new String(cell.getQualifier(), StandardCharsets.UTF_8))
        .containsExactly("n");
    client.disableTable(NAME);
    client.deleteTable(NAME);
    assertThat(client.tableExists(NAME)).isFalse();
  }

  private static List<String> rows(THBaseService.Client client, TScan scan) throws Exception {
    return client.getScannerResults(TABLE, scan, 100).stream()
        .map(result -> new String(result.getRow(), StandardCharsets.UTF_8))
        .toList();
  }

  private static ByteBuffer buffer(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
