package io.rowandb.engine.bulk;

import java.io.IOException;

/** A sort was stopped on request; it continues when it is opened again. */
public final class SortStoppedException extends IOException {
  private static final long serialVersionUID = 1L;

  SortStoppedException() {
    super("The sort was stopped; it goes on where it was when it is begun again");
  }
}
