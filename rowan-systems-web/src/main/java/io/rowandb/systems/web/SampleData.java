package io.rowandb.systems.web;

import io.rowandb.systems.web.BackgroundLoad.Progress;
import java.io.IOException;

/** Made-up records for an empty table, loaded in the background. Used by any number of threads. */
public interface SampleData {
  /** How far they are. */
  Progress progress();

  /**
   * Begins to load them.
   *
   * @throws WebException when there are records of others, or a load is under way
   */
  void start() throws IOException;
}
