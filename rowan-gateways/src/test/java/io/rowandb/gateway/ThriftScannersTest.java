package io.rowandb.gateway;

import static io.rowandb.gateway.Served.TABLE;
import static io.rowandb.gateway.Served.assertRefused;
import static io.rowandb.gateway.Served.buffer;
import static io.rowandb.gateway.Served.configuration;
import static io.rowandb.gateway.Served.createTable;
import static io.rowandb.gateway.Served.open;
import static io.rowandb.gateway.Served.putRow;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.thrift2.generated.TColumnValue;
import org.apache.hadoop.hbase.thrift2.generated.TGet;
import org.apache.hadoop.hbase.thrift2.generated.THBaseService;
import org.apache.hadoop.hbase.thrift2.generated.TIOError;
import org.apache.hadoop.hbase.thrift2.generated.TPut;
import org.apache.hadoop.hbase.thrift2.generated.TScan;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TTransport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Scanners that Thrift clients keep open: how many, and what they hold. */
@Tag("slow")
class ThriftScannersTest {
  @Test
  void scannersAreCounted() throws Exception {
    Configuration conf = configuration("scanners");
    conf.setInt(GatewayLimits.SCANNERS_KEY, 5);
    conf.setInt(GatewayLimits.CLIENT_SCANNERS_KEY, 3);
    try (Served gateway = new Served(conf, true);
        TTransport oneTransport = open(gateway.port(), false);
        TTransport otherTransport = open(gateway.port(), false)) {
      THBaseService.Client one = new THBaseService.Client(new TBinaryProtocol(oneTransport));
      THBaseService.Client other = new THBaseService.Client(new TBinaryProtocol(otherTransport));
      createTable(one);
      putRow(one, "a", 1);
      List<Integer> open = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        open.add(one.openScanner(TABLE, new TScan()));
      }
      assertRefused(() -> one.openScanner(TABLE, new TScan()), "This connection has 3 scanners");
      open.add(other.openScanner(TABLE, new TScan()));
      open.add(other.openScanner(TABLE, new TScan()));
      assertRefused(() -> other.openScanner(TABLE, new TScan()), "All clients together have 5");
      assertRefused(
          () -> other.getScannerResults(TABLE, new TScan(), 1), "All clients together have 5");
      one.closeScanner(open.get(0));
      assertThat(other.getScannerResults(TABLE, new TScan(), 1)).hasSize(1);
      for (int id : open.subList(1, 5)) {
        assertThat(one.getScannerRows(id, 10)).hasSize(1);
        one.closeScanner(id);
      }
      for (int i = 0; i < 20; i++) {
        one.closeScanner(one.openScanner(TABLE, new TScan()));
      }
    }
  }

  /** Who is gone keeps nobody from opening scanners, nor from anything else that needs room. */
  @Test
  void scannersOfClosedConnectionsGiveWay() throws Exception {
    Configuration conf = configuration("left");
    conf.setInt(GatewayLimits.SCANNERS_KEY, 3);
    conf.setLong(GatewayLimits.TOTAL_BYTES_KEY, 2 << 20);
    try (Served gateway = new Served(conf, true);
        TTransport transport = open(gateway.port(), false)) {
      THBaseService.Client client = new THBaseService.Client(new TBinaryProtocol(transport));
      createTable(client);
      putRow(client, "a", 100_000);
      List<Integer> left = new ArrayList<>();
      TScan large = new TScan().setStartRow(new byte[30_000]);
      try (TTransport other = open(gateway.port(), false)) {
        THBaseService.Client leaving = new THBaseService.Client(new TBinaryProtocol(other));
        for (int i = 0; i < 3; i++) {
          left.add(leaving.openScanner(TABLE, large));
        }
      }
      while (gateway.connections() > 1) {
        Thread.onSpinWait();
      }
      // By another connection they can be used on, as long as their room is not needed.
      assertThat(client.getScannerRows(left.get(0), 1)).hasSize(1);
      client.openScanner(TABLE, new TScan());
      assertRefused(() -> client.getScannerRows(left.get(1), 1), "others needed its room");
      assertThat(client.getScannerRows(left.get(0), 1)).isEmpty();
      TGet get = new TGet(buffer("a"));
      assertThat(client.getMultiple(TABLE, List.of(get, get, get, get, get, get))).hasSize(6);
      assertRefused(() -> client.getScannerRows(left.get(2), 1), "others needed its room");
    }
  }

  @Test
  void whatOpenScannersHoldIsLimited() throws Exception {
    Configuration conf = configuration("held");
    conf.setLong(GatewayLimits.TOTAL_BYTES_KEY, 8 << 20);
    try (Served gateway = new Served(conf, true);
        TTransport transport = open(gateway.port(), false)) {
      THBaseService.Client client = new THBaseService.Client(new TBinaryProtocol(transport));
      createTable(client);
      TScan large = new TScan().setStartRow(new byte[30_000]);
      int opened = 0;
      TIOError refusal = null;
      List<Integer> ids = new ArrayList<>();
      while (refusal == null && opened < 100) {
        try {
          ids.add(client.openScanner(TABLE, large));
          opened++;
        } catch (TIOError e) {
          refusal = e;
        }
      }
      // Each 64 KB, and sixteen times 30 KB for a filter that there might be.
      assertThat(opened).isBetween(12, 16);
      assertThat(refusal.getMessage()).contains("all clients together have 8388608");
      for (int id : ids) {
        client.closeScanner(id);
      }
      assertThat(client.openScanner(TABLE, large)).isPositive();
    }
  }

  /** A scanner that lost a row to a limit gives no other, and does not seem to be at its end. */
  @Test
  void aScannerThatFailedStaysSo() throws Exception {
    Configuration conf = configuration("failed");
    conf.setLong(GatewayLimits.TOTAL_BYTES_KEY, 4 << 20);
    try (Served gateway = new Served(conf, true);
        TTransport transport = open(gateway.port(), false)) {
      THBaseService.Client client = new THBaseService.Client(new TBinaryProtocol(transport));
      createTable(client);
      for (int i = 0; i < 6; i++) {
        TColumnValue part =
            new TColumnValue(buffer("f"), buffer("q" + i), ByteBuffer.allocate(500_000));
        client.put(TABLE, new TPut(buffer("large"), List.of(part)));
      }
      putRow(client, "small", 10);
      int id = client.openScanner(TABLE, new TScan());
      assertRefused(() -> client.getScannerRows(id, 60), GatewayLimits.TOTAL_BYTES_KEY);
      assertRefused(() -> client.getScannerRows(id, 1), "The scanner is closed: ");
      int next = client.openScanner(TABLE, new TScan().setStartRow(buffer("m").array()));
      assertThat(client.getScannerRows(next, 3)).hasSize(1);
    }
  }

  /**
   * Each keeps the block of a file that it has come to, though it has read but a tiny row of it.
   */
  @Test
  void theBlocksThatOpenScannersKeepAreCounted() throws Exception {
    Configuration conf = configuration("blocks");
    conf.setLong(GatewayLimits.TOTAL_BYTES_KEY, 8 << 20);
    try (Served gateway = new Served(conf, true);
        TTransport transport = open(gateway.port(), false)) {
      THBaseService.Client client = new THBaseService.Client(new TBinaryProtocol(transport));
      createTable(client);
      putRow(client, "a", 10);
      putRow(client, "b", 1_500_000);
      gateway.flush();
      List<Integer> open = new ArrayList<>();
      TIOError refusal = null;
      while (refusal == null && open.size() < 50) {
        int id = client.openScanner(TABLE, new TScan());
        open.add(id);
        try {
          assertThat(client.getScannerRows(id, 1)).hasSize(1);
        } catch (TIOError e) {
          refusal = e;
        }
      }
      assertThat(open.size()).isLessThan(8);
      assertThat(refusal.getMessage()).contains("all clients together have 8388608");
      for (int id : open.subList(0, open.size() - 1)) {
        client.closeScanner(id);
      }
      int next = client.openScanner(TABLE, new TScan());
      assertThat(client.getScannerRows(next, 1)).hasSize(1);
    }
  }
}
