package io.rowandb.client.service;

/**
 * The supported ones of HBase's coprocessors, which programs and configurations name by their
 * class.
 */
final class Coprocessors {
  /** The one endpoint there is. */
  static final String MULTI_ROW_MUTATION =
      "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";

  /** Why endpoints and other code of the user's in the server are refused. */
  static final String NOT_BUILT =
      "coprocessors other than MultiRowMutationEndpoint are not built yet";

  private Coprocessors() {}
}
