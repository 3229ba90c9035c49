package io.rowandb.client.direct;

import com.google.protobuf.Descriptors;
import com.google.protobuf.Message;
import com.google.protobuf.Service;
import com.google.protobuf.ServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;

/**
 * The part of {@code Table} that calls endpoints; it delegates to HBase's own table at the complete
 * door. It is a separate class because only these signatures differ between HBase's versions and
 * builds. Where they differ, the interface's default methods apply, which throw.
 */
abstract class EndpointCalls implements Table {
  /** HBase's own table over the same store. */
  abstract Table complete() throws IOException;

  @Override
  public CoprocessorRpcChannel coprocessorService(byte[] row) {
    try {
      return complete().coprocessorService(row);
    } catch (IOException e) {
      throw new UncheckedIOException("Opening HBase's own client failed", e);
    }
  }

  @Override
  public <T extends Service, R> Map<byte[], R> coprocessorService(
      Class<T> service, byte[] startKey, byte[] endKey, Batch.Call<T, R> callable)
      throws ServiceException, Throwable {
    return complete().coprocessorService(service, startKey, endKey, callable);
  }

  @Override
  public <T extends Service, R> void coprocessorService(
      Class<T> service,
      byte[] startKey,
      byte[] endKey,
      Batch.Call<T, R> callable,
      Batch.Callback<R> callback)
      throws ServiceException, Throwable {
    complete().coprocessorService(service, startKey, endKey, callable, callback);
  }

  @Override
  public <R extends Message> Map<byte[], R> batchCoprocessorService(
      Descriptors.MethodDescriptor methodDescriptor,
      Message request,
      byte[] startKey,
      byte[] endKey,
      R responsePrototype)
      throws ServiceException, Throwable {
    return complete()
        .batchCoprocessorService(methodDescriptor, request, startKey, endKey, responsePrototype);
  }

  @Override
  public <R extends Message> void batchCoprocessorService(
      Descriptors.MethodDescriptor methodDescriptor,
      Message request,
      byte[] startKey,
      byte[] endKey,
      R responsePrototype,
      Batch.Callback<R> callback)
      throws ServiceException, Throwable {
    complete()
        .batchCoprocessorService(
            methodDescriptor, request, startKey, endKey, responsePrototype, callback);
  }
}
