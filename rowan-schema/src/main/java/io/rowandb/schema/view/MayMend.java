package io.rowandb.schema.view;

import java.io.IOException;

/** Is asked before rows of a view are put or deleted as the reading of it and its source tells. */
@FunctionalInterface
public interface MayMend {
  /**
   * Ends if they may be.
   *
   * @throws IllegalStateException when not
   */
  void check() throws IOException;
}
