package io.rowandb.client.service;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.ServiceDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Internal;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * One of HBase's protobuf services: for each method its handler, or the reason why it is refused.
 *
 * <p>Invariants: 1. Every method of the service is either answered or refused with a reason. 2. The
 * request type of a handler is that of the method. Immutable, safe for many threads.
 *
 * <p>The service is that of the HBase version on the class path. Methods that only other versions
 * have are ignored. A method without a handler or a reason is refused as unknown; a test ensures
 * that the version Rowan is compiled with has no such method.
 */
final class RpcService {
  /** Answers one method. */
  @FunctionalInterface
  interface Answer<Q extends Message> {
    /** The response to {@code request}; failures as HBase's exceptions or the engine's. */
    Message to(Q request, RpcCall call) throws IOException;
  }

  /** Why a method is refused that came with a later version than any that Rowan knows. */
  static final String UNKNOWN = "this version of Rowan does not know it";

  private final ServiceDescriptor descriptor;
  private final Entry<?>[] entries;
  private final Map<String, String> refusalsElsewhere;

  private RpcService(
      ServiceDescriptor descriptor, Entry<?>[] entries, Map<String, String> refusalsElsewhere) {
    this.descriptor = descriptor;
    this.entries = entries;
    this.refusalsElsewhere = Map.copyOf(refusalsElsewhere);
  }

  /** A builder for all methods of {@code descriptor}. */
  static Builder of(ServiceDescriptor descriptor) {
    return new Builder(descriptor);
  }

  /** Which service this is. */
  ServiceDescriptor descriptor() {
    return descriptor;
  }

  /** Answers {@code method}, which must be one of this service. */
  Message call(MethodDescriptor method, Message request, RpcCall call) throws IOException {
    return entries[method.getIndex()].answer(method, request, call);
  }

  /** Why {@code method} is refused, or null when it is answered. */
  String refusal(MethodDescriptor method) {
    return entries[method.getIndex()].refusal;
  }

  /** Why methods are refused that only other versions of HBase have. */
  Map<String, String> refusalsElsewhere() {
    return refusalsElsewhere;
  }

  /** The exception for a call that has no meaning here. */
  static DoNotRetryIOException refused(String what, String reason) {
    String message = what + " is not supported: " + reason;
    return new DoNotRetryIOException(message, new UnsupportedOperationException(message));
  }

  /** An answer or a refusal. */
  private static final class Entry<Q extends Message> {
    private final Class<Q> type;
    private final Answer<Q> answer;
    private final String refusal;

    Entry(Class<Q> type, Answer<Q> answer, String refusal) {
      this.type = type;
      this.answer = answer;
      this.refusal = refusal;
    }

    Message answer(MethodDescriptor method, Message request, RpcCall call) throws IOException {
      if (refusal != null) {
        throw refused(method.getFullName(), refusal);
      }
      return answer.to(type.cast(request), call);
    }
  }

  /** Collects answers and refusals. */
  static final class Builder {
    private final ServiceDescriptor descriptor;
    private final Entry<?>[] entries;
    private final Map<String, String> refusalsElsewhere = new HashMap<>();

    private Builder(ServiceDescriptor descriptor) {
      this.descriptor = descriptor;
      this.entries = new Entry<?>[descriptor.getMethods().size()];
    }

    /**
     * Whether this version of HBase has {@code method}: asked before naming a class of its messages
     * that another version lacks.
     */
    boolean has(String method) {
      return descriptor.findMethodByName(method) != null;
    }

    /** {@code method} is answered by {@code answer}. */
    <Q extends Message> Builder on(String method, Class<Q> type, Answer<Q> answer) {
      MethodDescriptor found = descriptor.findMethodByName(method);
      if (found != null) {
        if (Internal.getDefaultInstance(type).getDescriptorForType() != found.getInputType()) {
          throw new IllegalArgumentException(
              found.getFullName() + " takes " + found.getInputType().getName() + ", not " + type);
        }
        enter(found, new Entry<>(type, answer, null));
      }
      return this;
    }

    /** {@code methods} have no meaning here, because of {@code reason}. */
    Builder refuse(String reason, String... methods) {
      for (String method : methods) {
        MethodDescriptor found = descriptor.findMethodByName(method);
        if (found == null) {
          refusalsElsewhere.put(method, reason);
        } else {
          enter(found, new Entry<>(Message.class, null, reason));
        }
      }
      return this;
    }

    /** Nothing of the service has a meaning here, because of {@code reason}. */
    Builder refuseAll(String reason) {
      descriptor.getMethods().forEach(method -> refuse(reason, method.getName()));
      return this;
    }

    /** The service; what nothing was said about is refused. */
    RpcService build() {
      for (MethodDescriptor method : descriptor.getMethods()) {
        if (entries[method.getIndex()] == null) {
          refuse(UNKNOWN, method.getName());
        }
      }
      return new RpcService(descriptor, entries, refusalsElsewhere);
    }

    private void enter(MethodDescriptor method, Entry<?> entry) {
      if (entries[method.getIndex()] != null) {
        throw new IllegalArgumentException(method.getFullName() + " is answered twice");
      }
      entries[method.getIndex()] = entry;
    }
  }
}
