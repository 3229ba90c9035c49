/**
 * {@code ./rowan demo}: loads data sets into tables and answers questions from them, through
 * designs of tables and HBase's client API alone; nothing here knows that the store is embedded,
 * but {@code EmbeddedStore}. What is printed as source is the source of these classes.
 *
 * <p>A directory of data files (or nothing, for a generated sample) and a store's directory enter;
 * text and a filled store leave. Everything runs in the main thread; a signal only asks it to stop.
 *
 * <p>A load can be cut off at any moment and continued: a set's lines become the same rows each
 * time they are read, rows are written before the note of how far the load is ({@code LoadLog}),
 * and both go through one log. So after a crash the note is never ahead of the rows, and the lines
 * after it are written again over themselves.
 *
 * <p>Read {@code Demo} first, then {@code DataSet} and one data set, such as {@code HiggsActivity}.
 */
package io.rowandb.cli.demo;
