package io.rowandb.engine.wal;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.DumpSink;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.EncryptedFiles;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.FrameReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Shows one segment of a log: {@code segment}, then each {@code entry} with its cells, and {@code
 * end}. It holds one entry in memory at a time. Used once, by one thread.
 */
public final class WalDump {
  // Fixed at construction.
  private final FrameReader reader;
  private final DumpSink sink;
  private final Cell view = new Cell();

  private long lastSequence;
  private long entries;
  private long cells;

  private WalDump(FrameReader reader, DumpSink sink) {
    this.reader = reader;
    this.sink = sink;
  }

  /** Whether a file that starts with these bytes is a segment of a log, encrypted or not. */
  public static boolean isSegment(byte[] start) {
    byte[] magic = WalFormat.MAGIC.getBytes(StandardCharsets.US_ASCII);
    return EncryptedFiles.isEncrypted(start)
        || (start.length >= magic.length
            && Arrays.equals(start, 0, magic.length, magic, 0, magic.length));
  }

  /**
   * Shows a segment; it may be the one that is being written.
   *
   * @throws CorruptFileException after the last entry that could be read, when the file is damaged
   */
  public static void show(FileSystem fileSystem, Path file, DumpSink sink) throws IOException {
    try (FrameReader reader =
        FrameReader.open(WalFormat.files(fileSystem), file, WalFormat.MAGIC, WalFormat.VERSION)) {
      new WalDump(reader, sink).show(file);
    }
  }

  private void show(Path file) throws IOException {
    WalFormat.Header header = WalFormat.Header.of(reader);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("number", header.number());
    fields.put("version", reader.version());
    fields.put("firstSequence", header.firstSequence());
    fields.put("bytesOfSegmentBefore", header.previousBytes());
    fields.put("identity", header.identity());
    fields.put("identityOfSegmentBefore", header.previousIdentity());
    sink.part("segment", 0, fields);
    lastSequence = header.firstSequence() - 1;
    while (!sink.isFull() && reader.next()) {
      lastSequence = WalFormat.visit(file, reader, lastSequence, this::entry);
      entries++;
    }
    if (!sink.isFull()) {
      end();
    }
  }

  private void end() throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("entries", entries);
    fields.put("cells", cells);
    fields.put("lastSequence", lastSequence);
    fields.put("unforcedBytesBehind", reader.tornBytes());
    sink.part("end", reader.position(), fields);
  }

  private void entry(long sequence, long region, byte[] buffer, int offset, int length)
      throws IOException {
    if (sink.wantsParts() || sink.wantsCells()) { // who takes cells needs to know the region
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("sequence", sequence);
      fields.put("region", region);
      fields.put("bytes", length);
      sink.part("entry", reader.filePosition(), fields);
    }
    for (int at = offset; at < offset + length && !sink.isFull(); ) {
      int cellBytes = Bytes.getInt(buffer, at);
      cells++;
      if (sink.wantsCells()) {
        sink.cell(view.set(buffer, at + Integer.BYTES, cellBytes, sequence));
      }
      at += Integer.BYTES + cellBytes;
    }
  }
}
