package io.rowandb.schema.pattern.calls;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.ServiceCaller;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;

/**
 * The call of {@code MultiRowMutationService.mutateRows}: changes of rows of one region, made as
 * one. The classes of the service are those of another protobuf library in HBase's plain client, in
 * its shaded one, and in version 3; so they are found by their names, and the message is written as
 * bytes:
 *
 * <pre>
 *   repeated MutationProto mutation_request = 1;
 * </pre>
 *
 * <p>Stateless; used by any number of threads.
 */
final class MutateRows {
  /** In versions 2 and 3. */
  private static final List<String> MESSAGES =
      List.of(
          "org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos",
          "org.apache.hadoop.hbase.shaded.protobuf.generated.MultiRowMutationProtos");

  /** Field 1, which has a length. */
  private static final int MUTATION_TAG = 1 << 3 | 2;

  private MutateRows() {}

  /** Makes it, and waits for the answer. */
  static void make(Table table, List<Mutation> changes) throws IOException {
    Object channel = table.coprocessorService(changes.get(0).getRow());
    Object service =
        call(null, method(type("$MultiRowMutationService"), "newBlockingStub"), channel);
    call(service, method(service.getClass(), "mutateRows"), null, request(changes));
  }

  /** Makes it without waiting. */
  @SuppressWarnings({"rawtypes", "unchecked"}) // a stub and an answer are of classes found by name
  static CompletableFuture<Void> make(AsyncTable<?> table, List<Mutation> changes)
      throws IOException {
    Object request = request(changes);
    Method newStub = method(type("$MultiRowMutationService"), "newStub");
    Function stub = channel -> unchecked(newStub, channel);
    ServiceCaller caller =
        (ServiceCaller)
            Proxy.newProxyInstance(
                ServiceCaller.class.getClassLoader(),
                new Class<?>[] {ServiceCaller.class},
                (self, method, given) ->
                    call(
                        given[0],
                        method(given[0].getClass(), "mutateRows"),
                        given[1],
                        request,
                        given[2]));
    CompletableFuture<Object> answer =
        table.coprocessorService(stub, caller, changes.get(0).getRow());
    return answer.thenApply(done -> null);
  }

  private static Object unchecked(Method newStub, Object channel) {
    try {
      return call(null, newStub, channel);
    } catch (IOException e) {
      throw new IllegalStateException("a stub makes no call", e);
    }
  }

  private static Object request(List<Mutation> changes) throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    for (Mutation change : changes) {
      MutationType type = change instanceof Delete ? MutationType.DELETE : MutationType.PUT;
      byte[] bytes = ProtobufUtil.toMutation(type, change).toByteArray();
      message.write(MUTATION_TAG);
      writeLength(bytes.length, message);
      message.write(bytes);
    }
    Class<?> type = type("$MutateRowsRequest");
    try {
      return call(null, type.getMethod("parseFrom", byte[].class), message.toByteArray());
    } catch (NoSuchMethodException e) {
      throw unknown(type, "parseFrom", e);
    }
  }

  /** Seven bits a byte, the lowest first; the highest bit says that more follow. */
  private static void writeLength(int length, ByteArrayOutputStream out) {
    int rest = length;
    while (rest > 0x7F) {
      out.write((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }

  private static Class<?> type(String nested) throws IOException {
    ClassNotFoundException missing = null;
    for (String messages : MESSAGES) {
      try {
        return Class.forName(messages + nested, true, Table.class.getClassLoader());
      } catch (ClassNotFoundException e) {
        missing = e;
      }
    }
    throw new IOException(
        "HBase's client has no class of " + MESSAGES + " with " + nested, missing);
  }

  private static Method method(Class<?> type, String name) throws IOException {
    Method found =
        Arrays.stream(type.getMethods())
            .filter(method -> method.getName().equals(name))
            .findFirst()
            .orElseThrow(() -> unknown(type, name, null));
    found.setAccessible(true); // of a stub, whose class is not public
    return found;
  }

  private static IOException unknown(Class<?> type, String method, Exception reason) {
    return new IOException("HBase's client has no " + type.getName() + "." + method, reason);
  }

  /** Throws what the call does, without the wrappers of services and of reflection. */
  private static Object call(Object target, Method method, Object... arguments) throws IOException {
    try {
      return method.invoke(target, arguments);
    } catch (IllegalAccessException e) {
      throw unknown(method.getDeclaringClass(), method.getName(), e);
    } catch (InvocationTargetException e) {
      throw failure(e.getCause());
    }
  }

  private static IOException failure(Throwable thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each instanceof IOException io) {
        return io;
      }
    }
    if (thrown instanceof RuntimeException runtime) {
      throw runtime;
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return new IOException(thrown);
  }
}
