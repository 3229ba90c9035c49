package io.rowandb.schema.view;

import java.io.IOException;

/** Is asked before rows of a view are deleted that no record gives, behind the reading of both. */
@FunctionalInterface
public interface MayDelete {
  /**
   * Ends if they may be.
   *
   * @throws IllegalStateException when not
   */
  void check() throws IOException;
}
