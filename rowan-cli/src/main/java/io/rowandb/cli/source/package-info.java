/**
 * Reading the data files: gzip-compressed text, one record a line. Paths enter, lines and their
 * fields leave. Runs in the thread that calls; keeps one line in memory.
 *
 * <p>A damaged file gives its sound lines first and then an error that names the file and the line.
 *
 * <p>Read {@link io.rowandb.cli.source.LineSource} first.
 */
package io.rowandb.cli.source;
