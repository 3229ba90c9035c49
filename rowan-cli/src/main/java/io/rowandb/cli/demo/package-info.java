/**
 * {@code ./rowan demo}: loads data sets into tables and answers questions from them, only through
 * table designs and HBase's client API. Only {@code EmbeddedStore} knows that the store is
 * embedded. The source code that it prints is that of these classes.
 *
 * <p>A directory of data files (or nothing, for a generated sample) and a store's directory enter;
 * text and a filled store leave. Everything runs in the main thread; a signal only asks it to stop.
 *
 * <p>A load can be interrupted at any moment and continued: a set's lines always become the same
 * rows, rows are written before the progress note ({@code LoadLog}), and both go through one log.
 * So after a crash the note is never ahead of the rows, and the lines after it are simply written
 * again.
 *
 * <p>Read {@code Demo} first, then {@code DataSet} and one data set, such as {@code HiggsActivity}.
 */
package io.rowandb.cli.demo;
