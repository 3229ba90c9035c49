package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import java.util.zip.DataFormatException;

/**
 * The body of a block in the encoding ROW_INDEX_V1: plain cells, and where each row begins.
 *
 * <pre>
 *  int16  7
 *  cells as in a DATA body, n bytes
 *  int32  rows m
 *  m int32: where the first cell of a row starts, counted from the first cell of all
 *  int32  n
 * </pre>
 *
 * <p>Worked example, checked by {@code BlockEncodingTest}: {@code r/f:a/1/Put/v} and {@code
 * r/f:b/1/Put/v} are {@code 00 07}, the 48 bytes of both cells, {@code 00 00 00 01} for one row,
 * {@code 00 00 00 00} for its place, and {@code 00 00 00 30} for 48.
 *
 * <p>{@link RowDirectory} has the place of every cell, not only of each row's first, and is built
 * while the cells are checked. So the offsets are checked but not kept.
 */
final class RowIndexFormat {
  private RowIndexFormat() {}

  /** The cells of such a body, where they are. */
  static BlockBody cells(BlockBody body) throws DataFormatException {
    byte[] bytes = body.bytes();
    int start = body.start() + BlockEncoding.ID_BYTES;
    int lengthAt = body.end() - Integer.BYTES;
    if (lengthAt - start < Integer.BYTES) {
      throw new DataFormatException("no room for the offsets of the rows");
    }
    int length = Bytes.getInt(bytes, lengthAt);
    if (length < 0 || length > lengthAt - start - Integer.BYTES) {
      throw new DataFormatException(
          "cells of " + length + " bytes in a body of " + body.length() + " bytes");
    }
    int rowsAt = start + length;
    int rows = Bytes.getInt(bytes, rowsAt);
    if (rows < 0 || (long) rows * Integer.BYTES != lengthAt - rowsAt - Integer.BYTES) {
      throw new DataFormatException(
          rows + " rows where " + (lengthAt - rowsAt - Integer.BYTES) + " bytes have their places");
    }
    int before = -1;
    for (int at = rowsAt + Integer.BYTES; at < lengthAt; at += Integer.BYTES) {
      int offset = Bytes.getInt(bytes, at);
      if (offset <= before || offset >= length) {
        throw new DataFormatException("a row begins at " + offset + " of " + length + " bytes");
      }
      before = offset;
    }
    return new BlockBody(bytes, start, rowsAt);
  }
}
