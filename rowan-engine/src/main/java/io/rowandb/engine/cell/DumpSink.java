package io.rowandb.engine.cell;

import java.io.IOException;
import java.util.Map;

/**
 * Receives the content of a file, part by part and in the file's order, to display it. The code
 * that reads and writes a file decodes its format; the sink decides how it is shown. Called by one
 * thread.
 */
public interface DumpSink {
  /**
   * A part of the file.
   *
   * @param kind what it is, in words
   * @param offset where it starts in the file
   * @param fields names and values, in order: numbers, booleans, texts, byte arrays, and lists and
   *     maps of these
   */
  void part(String kind, long offset, Map<String, Object> fields) throws IOException;

  /** A cell of the part before; the view moves on after the call. */
  void cell(Cell cell) throws IOException;

  /** Whether the parts between the first and the last are wanted, or else only what sums up. */
  boolean wantsParts();

  /** Whether cells are wanted. */
  boolean wantsCells();

  /** Whether it has enough; nothing more is read then. */
  boolean isFull();
}
