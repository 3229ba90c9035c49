/**
 * The complete door: HBase's own client classes over stores in memory. Read {@code TestStore}
 * first.
 */
package io.rowandb.client.inprocess;
