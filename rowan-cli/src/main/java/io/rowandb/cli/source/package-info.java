/**
 * Reading the data files: gzip-compressed text, one record a line. Paths enter, lines and their
 * fields leave. Runs in the caller's thread; keeps one line in memory.
 *
 * <p>A damaged file is refused before its first line, with an error that says where the damage is.
 *
 * <p>Read {@link io.rowandb.cli.source.LineSource} first.
 */
package io.rowandb.cli.source;
