package io.rowandb.schema.pattern.rows;

import org.apache.hadoop.hbase.client.Result;

/**
 * A row that a read found.
 *
 * @param result its cells
 * @param range the number of its range in the plan
 */
public record ScannedRow(Result result, int range) {}
