package io.rowandb.gateway;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hbase.thirdparty.javax.ws.rs.WebApplicationException;

/**
 * The connection of HBase's REST gateway, which HBase makes by its class name. It gives the tables
 * of another connection, within the limits of {@link RestAnswer}. Safe for many threads.
 */
public final class RestConnection implements Connection {
  private static final String IMPL_KEY = "hbase.client.connection.impl";
  private static final String BEHIND_KEY = "rowan.rest.connection.impl";

  private final Connection behind;

  /** As HBase's factory calls it. */
  RestConnection(
      Configuration conf, ExecutorService pool, User user, Map<String, byte[]> attributes)
      throws IOException {
    Configuration inner = new Configuration(conf);
    inner.unset(IMPL_KEY);
    if (conf.get(BEHIND_KEY) != null) {
      inner.set(IMPL_KEY, conf.get(BEHIND_KEY));
    }
    this.behind = ConnectionFactory.createConnection(inner, pool, user, attributes);
  }

  /** Has connections of this configuration made here. */
  static void use(Configuration conf) {
    String own = conf.get(IMPL_KEY);
    if (own != null) {
      conf.set(BEHIND_KEY, own);
    }
    conf.set(IMPL_KEY, RestConnection.class.getName());
  }

  @Override
  public TableBuilder getTableBuilder(TableName table, ExecutorService pool) {
    return proxy(
        TableBuilder.class,
        behind.getTableBuilder(table, pool),
        (built, method, arguments) ->
            built instanceof Table made
                ? proxy(Table.class, made, RestConnection::limited)
                : built);
  }

  /** What is done with what a call gave. */
  private interface Afterwards {
    Object of(Object answer, Method method, Object[] arguments) throws IOException;
  }

  private static <T> T proxy(Class<T> type, T target, Afterwards afterwards) {
    Object proxy =
        Proxy.newProxyInstance(
            RestConnection.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (method.getName().equals("get") && arguments[0] instanceof List<?> gets) {
                return rows((Table) self, gets);
              }
              Object answer = RestAnswer.reading(() -> called(target, method, arguments));
              return answer == target ? self : afterwards.of(answer, method, arguments);
            });
    return type.cast(proxy);
  }

  /**
   * A call, whose failure HBase's gateway shows: it takes most failures of a get for a row that is
   * not there.
   */
  private static Object called(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return call(target, method, arguments);
    } catch (NoSuchColumnFamilyException | TableNotFoundException e) {
      throw e;
    } catch (DoNotRetryIOException e) {
      throw method.getName().equals("get") ? new IOException(e.getMessage(), e) : e;
    }
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** One after the other, so that no more is read than there is room for. */
  private static Result[] rows(Table table, List<?> gets) throws IOException {
    Result[] rows = new Result[gets.size()];
    try {
      for (int i = 0; i < rows.length; i++) {
        rows[i] = table.get((Get) gets.get(i));
      }
    } catch (NoSuchColumnFamilyException | TableNotFoundException e) {
      throw new WebApplicationException(e); // HBase's gateway would go on without rows
    }
    return rows;
  }

  private static Object limited(Object answer, Method method, Object[] arguments)
      throws IOException {
    if (answer instanceof ResultScanner scanner) {
      return RestAnswer.opened(scanner);
    }
    if (answer instanceof Result row) {
      RestAnswer.take(row);
    }
    return answer;
  }

  @Override
  public Configuration getConfiguration() {
    return behind.getConfiguration();
  }

  @Override
  public BufferedMutator getBufferedMutator(TableName table) throws IOException {
    return behind.getBufferedMutator(table);
  }

  @Override
  public BufferedMutator getBufferedMutator(BufferedMutatorParams params) throws IOException {
    return behind.getBufferedMutator(params);
  }

  @Override
  public RegionLocator getRegionLocator(TableName table) throws IOException {
    return behind.getRegionLocator(table);
  }

  @Override
  public void clearRegionLocationCache() {
    behind.clearRegionLocationCache();
  }

  @Override
  public Admin getAdmin() throws IOException {
    return behind.getAdmin();
  }

  @Override
  public String getClusterId() {
    return behind.getClusterId();
  }

  @Override
  public void close() throws IOException {
    behind.close();
  }

  @Override
  public boolean isClosed() {
    return behind.isClosed();
  }

  @Override
  public void abort(String why, Throwable cause) {
    behind.abort(why, cause);
  }

  @Override
  public boolean isAborted() {
    return behind.isAborted();
  }
}
