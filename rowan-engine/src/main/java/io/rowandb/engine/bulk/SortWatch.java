package io.rowandb.engine.bulk;

import java.io.IOException;

/** A callback that a running sort calls now and then. */
@FunctionalInterface
public interface SortWatch {
  /** False to stop: what is finished stays, and opening again goes on. */
  boolean goOn() throws IOException;
}
