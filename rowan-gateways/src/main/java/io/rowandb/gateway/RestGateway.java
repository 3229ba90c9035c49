package io.rowandb.gateway;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.rest.Constants;
import org.apache.hadoop.hbase.rest.RESTServer;
import org.apache.hadoop.hbase.rest.RESTServlet;
import org.apache.hadoop.hbase.rest.filter.GzipFilter;

/**
 * HBase's REST server. There is one per process, because HBase keeps it in a static field.
 *
 * <p>It opens a connection when the first request needs one and never closes it; {@link #close}
 * does.
 */
final class RestGateway implements Gateway {
  /** HBase's key for a second server with pages for people; on, it would need a port of its own. */
  private static final String INFO_PORT_KEY = "hbase.rest.info.port";

  private final RESTServer server;

  private RestGateway(RESTServer server) {
    this.server = server;
  }

  static RestGateway start(Configuration conf, String host, int port, boolean readOnly)
      throws IOException {
    conf.set(RestGuard.LISTENS_AT_KEY, host);
    conf.setInt("hbase.rest.port", port);
    conf.setInt(INFO_PORT_KEY, -1);
    conf.setBoolean("hbase.rest.readonly", readOnly);
    // These refuse what the filters could not refuse in words.
    GatewayLimits.of(conf);
    RestScannerCache.of(conf);
    RestClients.limit(conf);
    RestConnection.use(conf);
    conf.set(Constants.FILTER_CLASSES, guarded(conf));
    RESTServer server = new RESTServer(conf);
    try {
      server.run();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("The REST gateway did not start", e);
    }
    return new RestGateway(server);
  }

  /** What stands around the filters that the administrator asks for, by default HBase's one. */
  private static String guarded(Configuration conf) {
    String own = conf.get(Constants.FILTER_CLASSES, GzipFilter.class.getName());
    return String.join(
        ",",
        RestGuard.class.getName(),
        RestPace.class.getName(),
        own,
        RestBodyLimit.class.getName());
  }

  @Override
  public String scheme() {
    return "http://";
  }

  @Override
  public int port() {
    return server.getPort();
  }

  @Override
  public void close() throws IOException {
    Connection ofRequests =
        RESTServlet.getInstance().getConnectionCache().getAdmin().getConnection();
    try (ofRequests) {
      server.stop();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("The REST gateway did not stop", e);
    }
  }
}
