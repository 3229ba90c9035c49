package io.rowandb.schema.backend;

import java.io.IOException;

/** Stands between a client and the servers, and decides what becomes of each call. */
@FunctionalInterface
public interface Calls {
  /** Makes a call, or part of it, or none. */
  Object pass(ServerCall call) throws IOException;
}
