package io.rowandb.gateway;

import io.rowandb.client.filter.FilterClasses;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.UserProvider;
import org.apache.hadoop.hbase.shaded.protobuf.generated.FilterProtos;
import org.apache.hadoop.hbase.thrift2.ThriftHBaseServiceHandler;
import org.apache.hadoop.hbase.thrift2.generated.TGet;
import org.apache.hadoop.hbase.thrift2.generated.TIOError;
import org.apache.hadoop.hbase.thrift2.generated.TResult;
import org.apache.hadoop.hbase.thrift2.generated.TScan;
import org.apache.hadoop.hbase.thrift2.generated.TTableDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.thrift.TException;

/**
 * HBase's handler of version 2 of its Thrift interface. Its connection is made when the first
 * request needs one. A filter that a client sends as bytes names its class, which HBase would load
 * from anywhere; it is refused unless {@link FilterClasses} allows it. Tables, scanners and answers
 * are kept within the limits of {@link LimitedTables}.
 */
final class ThriftTwoHandler extends ThriftHBaseServiceHandler {
  private final FilterClasses classes;
  private final LimitedTables tables;

  ThriftTwoHandler(Configuration conf, UserProvider users, LimitedTables tables)
      throws IOException {
    super(conf, users);
    this.classes = FilterClasses.of(conf);
    this.tables = tables;
  }

  void close() throws IOException {
    Connection ofRequests = getAdmin().getConnection();
    try (ofRequests) {
      connectionCache.shutdown();
    }
  }

  @Override
  protected Table getTable(ByteBuffer name) {
    return tables.limited(super.getTable(name));
  }

  @Override
  public boolean exists(ByteBuffer table, TGet get) throws TException {
    check(get.getFilterString(), get.getFilterBytes());
    return super.exists(table, get);
  }

  @Override
  public List<Boolean> existsAll(ByteBuffer table, List<TGet> gets) throws TException {
    checkAll(gets);
    return super.existsAll(table, gets);
  }

  @Override
  public TResult get(ByteBuffer table, TGet get) throws TException {
    check(get.getFilterString(), get.getFilterBytes());
    return super.get(table, get);
  }

  @Override
  public List<TResult> getMultiple(ByteBuffer table, List<TGet> gets) throws TException {
    checkAll(gets);
    return super.getMultiple(table, gets);
  }

  @Override
  public int openScanner(ByteBuffer table, TScan scan) throws TException {
    check(scan.getFilterString(), scan.getFilterBytes());
    return super.openScanner(table, scan);
  }

  @Override
  public List<TResult> getScannerResults(ByteBuffer table, TScan scan, int rows) throws TException {
    check(scan.getFilterString(), scan.getFilterBytes());
    return AnswerSizes.<List<TResult>, TException>alone(
        () -> super.getScannerResults(table, scan, rows));
  }

  /** Each region is an object that stays. */
  @Override
  public void createTable(TTableDescriptor table, List<ByteBuffer> splitKeys) throws TException {
    try {
      AnswerSizes.takeRegions(splitKeys == null ? 0 : splitKeys.size());
    } catch (IOException e) {
      throw refused(e.getMessage());
    }
    super.createTable(table, splitKeys);
  }

  private void checkAll(List<TGet> gets) throws TIOError {
    for (TGet get : gets) {
      check(get.getFilterString(), get.getFilterBytes());
    }
  }

  /**
   * Refuses what is not allowed, and what there is no room for.
   *
   * @param text a filter in words; null when there is none
   * @param message a filter as a message; null when there is none
   */
  private void check(byte[] text, byte[] message) throws TIOError {
    try {
      AnswerSizes.takeFilter(
          (text == null ? 0 : text.length) + (message == null ? 0 : message.length));
      if (message != null) {
        classes.check(FilterProtos.Filter.parseFrom(message));
      }
    } catch (InvalidProtocolBufferException e) {
      throw refused("The bytes of a filter cannot be read: " + e.getMessage());
    } catch (IOException e) {
      throw refused(e.getMessage());
    }
  }

  private static TIOError refused(String message) {
    return new TIOError().setMessage(message).setCanRetry(false);
  }
}
