package io.rowandb.client.direct;

import com.google.protobuf.Descriptors;
import com.google.protobuf.Message;
import com.google.protobuf.Service;
import com.google.protobuf.ServiceException;
import java.util.Map;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;

/**
 * The part of {@code Table} that an embedded store does not have, apart from the rest because its
 * signatures are the only ones that differ between HBase's versions and builds: there the inherited
 * methods stand in, which throw as well.
 */
abstract class WithoutCoprocessors implements Table {
  @Override
  public CoprocessorRpcChannel coprocessorService(byte[] row) {
    throw unsupported("coprocessorService");
  }

  @Override
  public <T extends Service, R> Map<byte[], R> coprocessorService(
      Class<T> service, byte[] startKey, byte[] endKey, Batch.Call<T, R> callable)
      throws ServiceException, Throwable {
    throw unsupported("coprocessorService");
  }

  @Override
  public <T extends Service, R> void coprocessorService(
      Class<T> service,
      byte[] startKey,
      byte[] endKey,
      Batch.Call<T, R> callable,
      Batch.Callback<R> callback)
      throws ServiceException, Throwable {
    throw unsupported("coprocessorService");
  }

  @Override
  public <R extends Message> Map<byte[], R> batchCoprocessorService(
      Descriptors.MethodDescriptor methodDescriptor,
      Message request,
      byte[] startKey,
      byte[] endKey,
      R responsePrototype)
      throws ServiceException, Throwable {
    throw unsupported("batchCoprocessorService");
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
    throw unsupported("batchCoprocessorService");
  }

  private static UnsupportedOperationException unsupported(String method) {
    return new UnsupportedOperationException(
        "Table." + method + ": an embedded store loads no coprocessors, so no endpoint can answer");
  }
}
