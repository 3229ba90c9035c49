/**
 * A stand-in for one class of HBase's test jar, under its name: {@code OpenTelemetryClassRule}, the
 * rule by which HBase's tests look at the spans of their requests. Enter spans, from whatever
 * thread; leaves a list of those of one test. Nothing lasts. Read {@code OpenTelemetryClassRule}
 * first.
 */
package org.apache.hadoop.hbase.trace;
