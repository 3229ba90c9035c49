package io.rowandb.design.plan;

/**
 * The servers that will have the table.
 *
 * @param servers how many region servers, 1 or more
 * @param heapBytes of Java's heap of each
 * @param diskBytes of each; 0 when nothing is said
 */
public record PlannedCluster(int servers, long heapBytes, long diskBytes) {
  /** What is taken where a plan says nothing: five servers, as HDFS wants, with 32 GB. */
  public static final PlannedCluster USUAL = new PlannedCluster(5, 32L << 30, 0);
}
