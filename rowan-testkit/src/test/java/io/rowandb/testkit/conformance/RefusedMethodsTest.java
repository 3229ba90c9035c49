package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.RpcChannel;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionInfo;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Hbck;
import org.apache.hadoop.hbase.client.LogQueryFilter;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.ServerType;
import org.apache.hadoop.hbase.client.ServiceCaller;
import org.apache.hadoop.hbase.client.TableState;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;
import org.apache.hadoop.hbase.master.RegionState;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.security.access.GetUserPermissionsRequest;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.junit.jupiter.api.Test;

/** Each method that docs/compatibility.md lists as refused is refused, in all its forms. */
@Needs(value = Capability.REFUSALS, because = "it is Rowan that has no meaning for them")
class RefusedMethodsTest extends ConformanceTest {
  private final List<String> answered = new ArrayList<>();
  private int called;

  @Test
  void everyNameIsOneOfTheInterfaces() {
    assertThat(RefusedMethods.unknown(List.of(Admin.class, AsyncAdmin.class, Hbck.class)))
        .isEmpty();
  }

  @Test
  void theAdmins() throws Exception {
    create("f");
    callAll(Admin.class, admin);
    assertThat(called).isGreaterThan(50);
    assertThat(answered).isEmpty();
  }

  @Test
  void theAsynchronousAdmins() throws Exception {
    create("f");
    try (AsyncConnection async = backend.openAsync()) {
      callAll(AsyncAdmin.class, async.getAdmin());
    }
    assertThat(called).isGreaterThan(40);
    assertThat(answered).isEmpty();
  }

  @Test
  void theRepairs() throws Exception {
    create("f");
    try (Hbck hbck = connection.getHbck()) {
      callAll(Hbck.class, hbck);
    }
    assertThat(called).isGreaterThan(8);
    assertThat(answered).isEmpty();
  }

  private void callAll(Class<?> type, Object target) throws Exception {
    for (Method method : type.getMethods()) {
      if (RefusedMethods.lists(type, method)) {
        called++;
        List<Object> arguments = new ArrayList<>();
        for (Type parameter : method.getGenericParameterTypes()) {
          arguments.add(sample(parameter));
        }
        adapt(method, arguments);
        Throwable thrown = thrownBy(method, target, arguments.toArray());
        if (!isRefusal(thrown)) {
          answered.add(method + ": " + thrown);
        }
      }
    }
  }

  /** Arguments that their type alone does not tell. */
  private void adapt(Method method, List<Object> arguments) throws IOException {
    ServerName server = admin.getRegionServers().iterator().next();
    switch (method.getName()) {
      case "move" -> {
        if (arguments.size() == 2 && arguments.get(1) instanceof byte[]) {
          arguments.set(1, bytes(server.getServerName()));
        }
      }
      case "stopRegionServer" -> {
        if (arguments.get(0) instanceof String) {
          arguments.set(0, server.getAddress().toString());
        }
      }
      case "getLogEntries" -> arguments.set(1, "BALANCER_DECISION");
      default -> {
        // The samples are as good as any.
      }
    }
  }

  private static Throwable thrownBy(Method method, Object target, Object[] arguments)
      throws IllegalAccessException {
    try {
      Object result = method.invoke(target, arguments);
      if (result instanceof CompletableFuture<?> future) {
        future.join();
      } else if (result instanceof CoprocessorRpcChannel channel) {
        MultiRowMutationService.newBlockingStub(channel)
            .mutateRows(null, MutateRowsRequest.getDefaultInstance());
      }
      return null;
    } catch (InvocationTargetException | CompletionException e) {
      return e.getCause();
    } catch (com.google.protobuf.ServiceException e) {
      return e.getCause();
    }
  }

  /** HBase's clients hand on what they were told, some of them inside another exception. */
  private static boolean isRefusal(Throwable thrown) {
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (at instanceof DoNotRetryIOException
          && at.getCause() instanceof UnsupportedOperationException) {
        return true;
      }
    }
    return false;
  }

  private Object sample(Type type) throws IOException {
    if (type instanceof ParameterizedType generic) {
      Type[] of = generic.getActualTypeArguments();
      if (generic.getRawType() == List.class) {
        return List.of(sample(of[0]));
      } else if (generic.getRawType() == Set.class) {
        return Set.of(sample(of[0]));
      } else if (generic.getRawType() == Map.class) {
        return of[1] == Object.class ? Map.of() : Map.of(sample(of[0]), sample(of[1]));
      } else if (generic.getRawType() == Function.class) {
        Function<RpcChannel, MultiRowMutationService.Stub> stub = MultiRowMutationService::newStub;
        return stub;
      } else if (generic.getRawType() == ServiceCaller.class) {
        ServiceCaller<MultiRowMutationService, Object> caller =
            (service, controller, done) ->
                service.mutateRows(controller, MutateRowsRequest.getDefaultInstance(), done::run);
        return caller;
      }
    }
    return plainSample((Class<?>) type);
  }

  @SuppressWarnings("deprecation") // HBase 1's description of a region is a parameter too.
  private Object plainSample(Class<?> type) throws IOException {
    RegionInfo region = admin.getRegions(name).get(0);
    ServerName server = admin.getRegionServers().iterator().next();
    Permission permission = Permission.newBuilder(name).withActions(Permission.Action.READ).build();
    Map<Class<?>, Object> samples =
        Map.ofEntries(
            Map.entry(byte[].class, region.getRegionName()),
            Map.entry(String.class, server.getServerName()),
            Map.entry(boolean.class, true),
            Map.entry(int.class, 1),
            Map.entry(long.class, 1L),
            Map.entry(Long.class, 1L),
            Map.entry(TableName.class, name),
            Map.entry(ServerName.class, server),
            Map.entry(HRegionInfo.class, new HRegionInfo(name)),
            Map.entry(TableState.class, new TableState(name, TableState.State.ENABLED)),
            Map.entry(RegionState.State.class, RegionState.State.OPEN),
            Map.entry(LogQueryFilter.class, new LogQueryFilter()),
            Map.entry(ServerType.class, ServerType.MASTER),
            Map.entry(Permission.class, permission),
            Map.entry(UserPermission.class, new UserPermission("somebody", permission)),
            Map.entry(
                GetUserPermissionsRequest.class,
                GetUserPermissionsRequest.newBuilder(name).build()),
            Map.entry(
                HBaseProtos.ServerName.class,
                HBaseProtos.ServerName.newBuilder()
                    .setHostName(server.getHostname())
                    .setPort(server.getPort())
                    .build()),
            Map.entry(
                ReplicationPeerConfig.class,
                ReplicationPeerConfig.newBuilder().setClusterKey("host:2181:/hbase").build()));
    Object sample = samples.get(type);
    assertThat(sample).as("a sample of %s", type).isNotNull();
    return sample;
  }
}
