package io.rowandb.schema.pattern;

import org.apache.hadoop.hbase.client.Result;

/**
 * A row that a read found.
 *
 * @param result its cells
 * @param range the number of its range in the plan
 */
record ScannedRow(Result result, int range) {}
