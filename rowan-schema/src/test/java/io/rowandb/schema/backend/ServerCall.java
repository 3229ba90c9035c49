package io.rowandb.schema.backend;

import java.io.IOException;
import java.util.List;

/** A call of a client to the servers, about to be made. Used by one thread. */
public interface ServerCall {
  /** The method of HBase's client. */
  String name();

  /** How many rows it is of; HBase makes such a call row by row, and may end in the middle. */
  int rows();

  /** Makes it, whole. */
  Object make() throws IOException;

  /** Makes it of its first rows only. */
  void makePart(int rowCount) throws IOException;

  /** A call of one row, or of rows that are read. */
  record OfOne(String name, Body<Object> body) implements ServerCall {
    @Override
    public int rows() {
      return 1;
    }

    @Override
    public Object make() throws IOException {
      return body.run();
    }

    @Override
    public void makePart(int rowCount) throws IOException {
      if (rowCount > 0) {
        body.run();
      }
    }
  }

  /** A call that changes many rows. */
  record OfMany<T>(String name, List<T> changes, Changes<T> body) implements ServerCall {
    @Override
    public int rows() {
      return changes.size();
    }

    @Override
    public Object make() throws IOException {
      return body.run(changes);
    }

    @Override
    public void makePart(int rowCount) throws IOException {
      if (rowCount > 0) {
        body.run(changes.subList(0, rowCount));
      }
    }
  }

  /** What a call does. */
  @FunctionalInterface
  interface Body<T> {
    T run() throws IOException;
  }

  /** What a call does with each of its rows, and what it gives: null for nothing. */
  @FunctionalInterface
  interface Changes<T> {
    Object run(List<T> changes) throws IOException;
  }
}
