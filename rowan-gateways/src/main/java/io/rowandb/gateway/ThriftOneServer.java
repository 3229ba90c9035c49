package io.rowandb.gateway;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.UserProvider;
import org.apache.hadoop.hbase.thrift.HBaseServiceHandler;
import org.apache.hadoop.hbase.thrift.HbaseHandlerMetricsProxy;
import org.apache.hadoop.hbase.thrift.ThriftHBaseServiceHandler;
import org.apache.hadoop.hbase.thrift.ThriftServer;
import org.apache.hadoop.hbase.thrift.generated.Hbase;
import org.apache.hadoop.hbase.thrift.generated.IOError;
import org.apache.hadoop.hbase.thrift.generated.IllegalArgument;
import org.apache.hadoop.hbase.thrift.generated.TScan;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.server.TServer;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.TTransportFactory;

/**
 * HBase's server of version 1 of its Thrift interface, with a known port and a connection that can
 * be closed.
 */
final class ThriftOneServer extends ThriftServer {
  private final BoundPort port;
  private final ThriftClients clients;
  private Handler handler;

  ThriftOneServer(Configuration conf, BoundPort port, ThriftClients clients) {
    super(conf);
    this.port = port;
    this.clients = clients;
  }

  @Override
  protected HBaseServiceHandler createHandler(Configuration handlerConf, UserProvider users)
      throws IOException {
    handler = new Handler(handlerConf, users, clients.tables());
    return handler;
  }

  @Override
  protected TProcessor createProcessor() {
    Hbase.Iface measured = HbaseHandlerMetricsProxy.newInstance(handler, metrics, conf);
    return new Hbase.Processor<>(
        ThriftFailures.inWords(
            Hbase.Iface.class, measured, message -> new IllegalArgument().setMessage(message)));
  }

  @Override
  protected TServer getTThreadPoolServer(
      TProtocolFactory protocols,
      TProcessor requests,
      TTransportFactory transports,
      InetSocketAddress address)
      throws TTransportException {
    return port.server(conf, metrics, requests, protocols, address);
  }

  void closeConnection() throws IOException {
    handler.close();
  }

  /** HBase's answers; its connection is made when the first request needs one. */
  private static final class Handler extends ThriftHBaseServiceHandler {
    private final LimitedTables tables;

    Handler(Configuration conf, UserProvider users, LimitedTables tables) throws IOException {
      super(conf, users);
      this.tables = tables;
    }

    @Override
    protected Table getTable(byte[] name) throws IOException {
      return tables.limited(super.getTable(name));
    }

    @Override
    public int scannerOpenWithScan(
        ByteBuffer table, TScan scan, Map<ByteBuffer, ByteBuffer> attributes) throws IOError {
      byte[] filter = scan.getFilterString();
      try {
        AnswerSizes.takeFilter(filter == null ? 0 : filter.length);
      } catch (IOException e) {
        throw new IOError().setMessage(e.getMessage()).setCanRetry(true);
      }
      return super.scannerOpenWithScan(table, scan, attributes);
    }

    void close() throws IOException {
      Connection ofRequests = getAdmin().getConnection();
      try (ofRequests) {
        connectionCache.shutdown();
      }
    }
  }
}
