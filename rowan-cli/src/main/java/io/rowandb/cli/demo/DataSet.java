package io.rowandb.cli.demo;

import java.util.List;

/**
 * One data set: its files, its tables, how a line becomes rows, and the questions about it.
 *
 * <ol>
 *   <li>{@link #convert} depends only on the line, so converting a line twice gives the same rows.
 *   <li>The sample has the format of the files, so both are processed in the same way.
 * </ol>
 *
 * Stateless; used by any thread.
 */
interface DataSet {
  /** A short name, also the row of the load log. Never changes. */
  String name();

  /** What it is, in a few words. */
  String title();

  /** Its files, in the order in which they are read. */
  List<SourceFile> files();

  /** Its tables. */
  List<TableLayout> tables();

  /**
   * Turns a line into rows.
   *
   * @throws IllegalArgumentException if the line is not what the file should hold; says what
   */
  void convert(SourceLine line, RowSink sink);

  /** The source that says how its tables are made, for the screen. */
  List<String> declaration();

  /** What to ask once the tables are filled. */
  List<DemoQuestion> questions();
}
