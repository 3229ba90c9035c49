/** What only HBase's own package can make of its classes, for the tests that compare with it. */
package org.apache.hadoop.hbase.regionserver;
