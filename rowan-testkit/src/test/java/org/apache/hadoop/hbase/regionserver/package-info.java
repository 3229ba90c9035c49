/**
 * HBase's own classes as judges, where what a test needs of them is for their package only. Nothing
 * here is a copy of HBase's code.
 */
package org.apache.hadoop.hbase.regionserver;
