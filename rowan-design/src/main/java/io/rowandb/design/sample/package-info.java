/**
 * Samples: files of rows as CSV, TSV or lines of JSON, also packed with gzip. A file enters, rows
 * of texts leave, one at a time; lines that are no rows are counted and named. One thread; one row
 * in memory.
 *
 * <p>Read {@link io.rowandb.design.sample.SampleFile} first.
 */
package io.rowandb.design.sample;
