package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.table.DetailDesign;
import java.io.IOException;
import java.util.Collection;

/** The details of one record, wherever they are. Used by one thread. */
interface DetailStore<D> {
  /** No bound of what a scan is read for. */
  int ALL = Integer.MAX_VALUE;

  /** What they are. */
  DetailDesign<D> design();

  /** What tells their places from all others. */
  String place();

  /**
   * Begins to read their cells.
   *
   * @param keys whose, not empty
   * @param wanted how many details the caller will take
   */
  DetailScan scan(KeyRange keys, int wanted) throws IOException;

  /** Writes details, of which no two have the same key. */
  void put(Collection<D> details) throws IOException;

  /**
   * Removes what there is of a detail.
   *
   * @return whether there was any
   */
  boolean remove(D detail) throws IOException;
}
