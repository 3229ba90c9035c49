package io.rowandb.cli.demo;

/**
 * A record of a data set as it is in its file.
 *
 * @param file index of the file in {@link DataSet#files}
 * @param number index of the record in the file, headings not counted
 * @param text the line
 */
record SourceLine(int file, int number, String text) {}
