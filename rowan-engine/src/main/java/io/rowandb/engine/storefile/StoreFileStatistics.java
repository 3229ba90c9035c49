package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellType;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What a writer learns about its cells while writing; becomes file info and summary. Used by one
 * thread.
 */
final class StoreFileStatistics {
  /** HBase counts 4 bytes for the length that precedes a cell on the wire. */
  private static final int WIRE_LENGTH_BYTES = Integer.BYTES;

  private final long createdMillis;

  private long cells;
  private long keyBytes;
  private long valueBytes;
  private long maxCellSequence;
  private int maxTagsBytes;
  private long familyDeletes;
  private long deleteMarkers;
  private long minTimestamp = Long.MAX_VALUE;
  private long maxTimestamp = -1;
  private long earliestPutMillis = Long.MAX_VALUE;
  private long biggestCellBytes;
  private byte[] biggestCellKey;
  private byte[] firstRow;

  StoreFileStatistics(long createdMillis) {
    this.createdMillis = createdMillis;
  }

  long cells() {
    return cells;
  }

  void add(Cell cell) {
    if (cells == 0) {
      firstRow = cell.row();
    }
    cells++;
    keyBytes += cell.valueOffset() - cell.offset() - Cell.HEADER_BYTES;
    valueBytes += cell.valueLength();
    maxCellSequence = Math.max(maxCellSequence, cell.sequence());
    maxTagsBytes = Math.max(maxTagsBytes, cell.tagsLength());
    if (biggestCellBytes < cell.length() + WIRE_LENGTH_BYTES) {
      biggestCellBytes = (long) cell.length() + WIRE_LENGTH_BYTES;
      biggestCellKey = IndexKey.of(cell);
    }
    addTimestamp(cell.timestamp());
    int type = cell.type();
    if (type == CellType.PUT) {
      earliestPutMillis = Math.min(earliestPutMillis, cell.timestamp());
    } else {
      addDeleteMarker(type);
    }
  }

  private void addDeleteMarker(int type) {
    deleteMarkers++;
    if (type == CellType.DELETE_FAMILY || type == CellType.DELETE_FAMILY_VERSION) {
      familyDeletes++;
    }
    if (type == CellType.DELETE_FAMILY || type == CellType.DELETE_COLUMN) {
      // It masks all that is older: a reader of any older time must see it.
      addTimestamp(0);
    }
  }

  private void addTimestamp(long timestamp) {
    minTimestamp = Math.min(minTimestamp, timestamp);
    maxTimestamp = Math.max(maxTimestamp, timestamp);
  }

  /** The file info, but for what belongs to the Bloom filter. */
  FileFacts facts(StoreFileOptions options, Cell last, long maxSequence, boolean majorCompaction) {
    FileFacts facts = new FileFacts();
    facts.putLong(FileFacts.MAX_SEQUENCE, maxSequence);
    facts.putFlag(FileFacts.MAJOR_COMPACTION, majorCompaction);
    facts.put(
        FileFacts.COMPACTED_FILES,
        new ByteSink(Integer.BYTES).putInt(HFileFormat.PROTOBUF_MAGIC).toByteArray());
    facts.put(
        FileFacts.TIME_RANGE,
        new ByteSink(2 * Long.BYTES).putLong(minTimestamp).putLong(maxTimestamp).toByteArray());
    facts.putLong(FileFacts.EARLIEST_PUT_MILLIS, earliestPutMillis);
    facts.putLong(FileFacts.FAMILY_DELETES, familyDeletes);
    facts.putInt(FileFacts.AVERAGE_KEY_BYTES, cells == 0 ? 0 : (int) (keyBytes / cells));
    facts.putInt(FileFacts.AVERAGE_VALUE_BYTES, cells == 0 ? 0 : (int) (valueBytes / cells));
    facts.putLong(FileFacts.CREATED_MILLIS, createdMillis);
    facts.putLong(FileFacts.ROWAN_CELLS, cells);
    facts.putLong(FileFacts.ROWAN_DELETE_MARKERS, deleteMarkers);
    if (cells > 0) {
      facts.put(FileFacts.LAST_KEY, IndexKey.of(last));
      facts.put(FileFacts.BIGGEST_CELL_KEY, biggestCellKey);
      facts.putLong(FileFacts.BIGGEST_CELL_BYTES, biggestCellBytes);
    }
    if (options.tags()) {
      facts.putInt(FileFacts.MAX_TAGS_BYTES, maxTagsBytes);
      facts.putFlag(FileFacts.TAGS_COMPRESSED, false);
    }
    if (options.encoding() != BlockEncoding.NONE) {
      facts.put(FileFacts.BLOCK_ENCODING, options.encoding().nameBytes());
    }
    if (options.sequences()) {
      facts.putInt(FileFacts.CELL_VERSION, FileFacts.CELLS_WITH_SEQUENCES);
      facts.putLong(FileFacts.MAX_CELL_SEQUENCE, maxCellSequence);
    }
    return facts;
  }

  /** The summary of the finished file. */
  StoreFileInfo info(
      Path path, long fileBytes, Cell last, long maxSequence, boolean majorCompaction) {
    return new StoreFileInfo(
        path,
        fileBytes,
        cells,
        maxSequence,
        minTimestamp,
        maxTimestamp,
        earliestPutMillis,
        cells == 0 ? null : Arrays.copyOf(firstRow, firstRow.length),
        cells == 0 ? null : last.row(),
        majorCompaction,
        /* keptFromMinorCompactions= */ false,
        createdMillis,
        deleteMarkers,
        maxTagsBytes);
  }
}
