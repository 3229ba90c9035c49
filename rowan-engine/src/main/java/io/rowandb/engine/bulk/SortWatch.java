package io.rowandb.engine.bulk;

import java.io.IOException;

/** Is asked now and then while a sort works. */
@FunctionalInterface
public interface SortWatch {
  /** False to stop: what is finished stays, and opening again goes on. */
  boolean goOn() throws IOException;
}
