package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.io.CorruptFileException;

/**
 * How cells are laid out in the data blocks of one file.
 *
 * @param encoding which parts of them are omitted
 * @param tags whether each cell is followed by the length of its tags and the tags
 * @param compressedTags whether tags that occurred before in the block are written as numbers;
 *     HBase does so (COMPRESS_TAGS) in the encodings that omit bytes
 * @param sequences whether each cell is followed by its sequence id
 */
record CellLayout(BlockEncoding encoding, boolean tags, boolean compressedTags, boolean sequences) {
  /** How a file is written. */
  static CellLayout of(StoreFileOptions options) {
    return new CellLayout(options.encoding(), options.tags(), false, options.sequences());
  }

  /**
   * How a file was written, by its file info.
   *
   * @throws CorruptFileException when the facts are damaged, or name an encoding that cannot be
   *     read
   */
  static CellLayout of(FileFacts facts, ByteCursor in) throws CorruptFileException {
    if (encoding(FileFacts.INDEX_ENCODING, facts, in) != BlockEncoding.NONE) {
      throw in.corrupt(FileFacts.INDEX_ENCODING + " other than NONE is not supported");
    }
    BlockEncoding encoding = encoding(FileFacts.BLOCK_ENCODING, facts, in);
    return new CellLayout(
        encoding,
        facts.contains(FileFacts.MAX_TAGS_BYTES),
        facts.flag(FileFacts.TAGS_COMPRESSED, in) && encoding.leavesBytesOut(),
        facts.intValue(FileFacts.CELL_VERSION, 0, in) == FileFacts.CELLS_WITH_SEQUENCES);
  }

  private static BlockEncoding encoding(String fact, FileFacts facts, ByteCursor in)
      throws CorruptFileException {
    byte[] name = facts.get(fact);
    BlockEncoding encoding = name == null ? BlockEncoding.NONE : BlockEncoding.ofName(name);
    if (encoding == null) {
      throw in.corrupt(fact + " " + Bytes.printable(name) + " is not supported");
    }
    return encoding;
  }
}
