package io.rowandb.client.inprocess;

import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.adapter.Tags;
import io.rowandb.client.hazard.CallerLine;
import io.rowandb.client.hazard.HazardMode;
import io.rowandb.client.service.RpcCall;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.MetricsConnection;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.ipc.RpcClient;
import org.apache.hadoop.hbase.security.User;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingRpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcCallback;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * The transport of HBase's client without a network: a call is a method call; its messages and
 * cells are passed by reference, without the tags that the connection's codec would drop. {@code
 * hbase.rpc.client.impl} names this class; HBase makes one for each connection.
 *
 * <p>Invariants: 1. A failure reaches HBase's client as the exception a server would have sent, but
 * is not rebuilt from its class name. 2. A blocking call runs in the caller's thread, an
 * asynchronous one never does. 3. Users and timeouts change nothing: there is one user, and no call
 * is lost on the way.
 *
 * <p>Safe for many threads. Holds a share of the store from the first call to {@link #close}.
 */
public final class InProcessRpcClient implements RpcClient {
  private final StoreLease lease;
  private final CallThreads asyncCalls;
  private final Tags tags;

  /** Whether reports need to know which line of the program an asynchronous call comes from. */
  private final boolean tracesLines;

  /** As HBase 2.6 and 3.0 construct it. Only the configuration matters. */
  public InProcessRpcClient(
      Configuration conf,
      String clusterId,
      SocketAddress localAddress,
      MetricsConnection metrics,
      Map<String, byte[]> attributes) {
    this.lease = new StoreLease(conf);
    this.asyncCalls = CallThreads.of(conf);
    this.tracesLines = HazardMode.of(conf) != HazardMode.OFF;
    this.tags = Tags.of(conf);
  }

  /** As HBase 2.5 constructs it. */
  public InProcessRpcClient(
      Configuration conf, String clusterId, SocketAddress localAddress, MetricsConnection metrics) {
    this(conf, clusterId, localAddress, metrics, Map.of());
  }

  @Override
  public BlockingRpcChannel createBlockingRpcChannel(ServerName server, User user, int timeout) {
    return this::callBlocking;
  }

  @Override
  public RpcChannel createRpcChannel(ServerName server, User user, int timeout) {
    return this::callAsync;
  }

  /** There are no connections. */
  @Override
  public void cancelConnections(ServerName server) {}

  @Override
  public boolean hasCellBlockSupport() {
    return true;
  }

  @Override
  public void close() {
    asyncCalls.close();
    lease.close();
  }

  private Message callBlocking(
      MethodDescriptor method, RpcController controller, Message request, Message responseType)
      throws ServiceException {
    HBaseRpcController carrier = controller instanceof HBaseRpcController c ? c : null;
    try {
      return answer(method, carrier, request);
    } catch (IOException e) {
      throw failed(carrier, e);
    } catch (RuntimeException | Error e) {
      // HBase's client would repeat the call, and report what the repetition met.
      throw failed(carrier, ExceptionAdapter.unexpected(e));
    }
  }

  private static ServiceException failed(HBaseRpcController carrier, IOException failure) {
    if (carrier != null) {
      carrier.setFailed(failure);
    }
    return new ServiceException(failure);
  }

  private void callAsync(
      MethodDescriptor method,
      RpcController controller,
      Message request,
      Message responseType,
      RpcCallback<Message> done) {
    HBaseRpcController carrier = (HBaseRpcController) controller;
    CallThreads.Call call =
        new CallThreads.Call() {
          @Override
          public Runnable run() {
            try {
              Message response = answer(method, carrier, request);
              return () -> done.run(response);
            } catch (IOException e) {
              return () -> fail(e);
            } catch (RuntimeException | Error e) {
              // Whoever waits for the answer waits without end if there is none.
              return () -> fail(ExceptionAdapter.unexpected(e));
            }
          }

          @Override
          public void fail(IOException failure) {
            carrier.setFailed(failure);
            done.run(null);
          }
        };
    asyncCalls.submit(tracesLines ? new CallOnBehalf(call, CallerLine.here()) : call);
  }

  private Message answer(MethodDescriptor method, HBaseRpcController carrier, Message request)
      throws IOException {
    boolean cellBlocks = carrier != null;
    RpcCall call = new RpcCall(cellBlocks ? carrier.cellScanner() : null, cellBlocks, tags);
    Message response = lease.services().call(method, request, call);
    if (cellBlocks) {
      carrier.setDone(call.responseCells());
    }
    return response;
  }
}
