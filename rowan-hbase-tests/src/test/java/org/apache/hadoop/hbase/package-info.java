/**
 * Stand-ins for two classes of HBase's test jar, under their names: {@code HBaseTestingUtility},
 * which the tests start their cluster with, and {@code MiniHBaseCluster}, the cluster. Enter calls
 * of HBase's tests; what leaves goes through HBase's client to a store in memory. In the tests'
 * threads; nothing lasts. Read {@code HBaseTestingUtility} first.
 */
package org.apache.hadoop.hbase;
