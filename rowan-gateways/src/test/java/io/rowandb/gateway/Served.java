package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.thrift2.generated.TColumnFamilyDescriptor;
import org.apache.hadoop.hbase.thrift2.generated.TColumnValue;
import org.apache.hadoop.hbase.thrift2.generated.THBaseService;
import org.apache.hadoop.hbase.thrift2.generated.TIOError;
import org.apache.hadoop.hbase.thrift2.generated.TPut;
import org.apache.hadoop.hbase.thrift2.generated.TTableDescriptor;
import org.apache.hadoop.hbase.thrift2.generated.TTableName;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;

/** A Thrift gateway in this process, its store, and what tests ask of it as clients. */
final class Served implements AutoCloseable {
  static final ByteBuffer TABLE = buffer("t");

  private final Connection store;
  private final ThriftGateway gateway;

  Served(Configuration conf, boolean v2) throws IOException {
    this.store = ConnectionFactory.createConnection(conf);
    this.gateway = ThriftGateway.start(store.getConfiguration(), "localhost", 0, v2);
  }

  int port() {
    return gateway.port();
  }

  void flush() throws IOException {
    try (Admin admin = store.getAdmin()) {
      admin.flush(TableName.valueOf("t"));
    }
  }

  int connections() {
    return gateway.clients().connections();
  }

  int working() {
    return gateway.clients().working();
  }

  void tick() {
    gateway.tick();
  }

  @Override
  public void close() throws IOException {
    gateway.close();
    store.close();
  }

  interface Call {
    void make() throws Exception;
  }

  static void assertRefused(Call call, String message) {
    assertThatThrownBy(call::make)
        .isInstanceOfSatisfying(TIOError.class, e -> assertThat(e.getMessage()).contains(message));
  }

  static void createTable(THBaseService.Client client) throws TException {
    client.createTable(
        new TTableDescriptor(new TTableName().setQualifier(TABLE))
            .setColumns(List.of(new TColumnFamilyDescriptor().setName(buffer("f")))),
        List.of());
  }

  static void putRow(THBaseService.Client client, String row, int bytes) throws TException {
    TColumnValue value =
        new TColumnValue(buffer("f"), buffer("q"), ByteBuffer.wrap(new byte[bytes]));
    client.put(TABLE, new TPut(buffer(row), List.of(value)));
  }

  static TTransport open(int port, boolean framed) throws TException {
    TSocket socket = new TSocket("localhost", port);
    TTransport transport = framed ? new TFramedTransport(socket) : socket;
    transport.open();
    return transport;
  }

  static TProtocol protocol(TTransport transport, boolean compact) {
    return compact ? new TCompactProtocol(transport) : new TBinaryProtocol(transport);
  }

  static Configuration configuration(String store) {
    return Rowan.configuration("mem:" + store);
  }

  static ByteBuffer buffer(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
