package io.rowandb.gateway;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.UserProvider;
import org.apache.hadoop.hbase.thrift.HBaseServiceHandler;
import org.apache.hadoop.hbase.thrift.HbaseHandlerMetricsProxy;
import org.apache.hadoop.hbase.thrift2.ThriftServer;
import org.apache.hadoop.hbase.thrift2.generated.THBaseService;
import org.apache.hadoop.hbase.thrift2.generated.TIllegalArgument;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.server.TServer;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.TTransportFactory;

/**
 * HBase's server of version 2 of its Thrift interface, with a known port and a connection that can
 * be closed.
 *
 * <p>It repeats the code of {@link ThriftOneServer}: HBase's classes for the two versions have no
 * common base class that could hold it, and the members it needs are protected.
 */
final class ThriftTwoServer extends ThriftServer {
  private final BoundPort port;
  private final ThriftClients clients;
  private ThriftTwoHandler handler;

  ThriftTwoServer(Configuration conf, BoundPort port, ThriftClients clients) {
    super(conf);
    this.port = port;
    this.clients = clients;
  }

  @Override
  protected HBaseServiceHandler createHandler(Configuration handlerConf, UserProvider users)
      throws IOException {
    handler = new ThriftTwoHandler(handlerConf, users, clients.tables());
    return handler;
  }

  @Override
  protected TProcessor createProcessor() {
    THBaseService.Iface measured = HbaseHandlerMetricsProxy.newInstance(handler, metrics, conf);
    return new THBaseService.Processor<>(
        ThriftFailures.inWords(
            THBaseService.Iface.class,
            measured,
            message -> new TIllegalArgument().setMessage(message)));
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
}
