package io.rowandb.engine.catalog;

import io.rowandb.engine.io.ByteWriter;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.FrameFormat;
import io.rowandb.engine.io.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Manifests and their copies byte by byte, for tests of stores that no database wrote. */
public final class ManifestBytes {
  public static final String MAGIC = ManifestFormat.MAGIC;
  public static final String COPY_MAGIC = TablesCopy.MAGIC;
  public static final int VERSION = ManifestFormat.VERSION;

  private ManifestBytes() {}

  /** A manifest of these edits, right in every checksum, whatever they say. */
  public static byte[] manifest(List<ManifestEdit> edits) {
    return manifest(VERSION, ManifestFormat.encode(edits));
  }

  /** The same of a record's bytes, which may be no edits, in a file of some version. */
  static byte[] manifest(int version, byte[] payload) {
    byte[] record = new byte[FrameFormat.FRAME_BYTES + payload.length];
    System.arraycopy(payload, 0, record, FrameFormat.FRAME_BYTES, payload.length);
    byte[] header = new ByteWriter().writeLong(9).writeLong(record.length).toByteArray();
    byte[] start = FrameFormat.start(MAGIC, version, header);
    FrameFormat.seal(start).seal(record, 0, payload.length, start.length);
    byte[] file = Arrays.copyOf(start, start.length + record.length);
    System.arraycopy(record, 0, file, start.length, record.length);
    return file;
  }

  /** The same of the copy that only a repair reads. */
  public static void writeTablesCopy(FileSystem files, Path store, List<ManifestEdit> edits)
      throws IOException {
    WholeFile.replace(
        files,
        store.resolve(TablesCopy.NAME),
        TablesCopy.NEW_NAME,
        COPY_MAGIC,
        VERSION,
        ManifestFormat.encode(edits));
  }

  /** The edits that make a catalogue. */
  public static List<ManifestEdit> edits(Catalog catalog) {
    return ManifestFormat.snapshot(catalog);
  }

  /** A catalogue as bytes that are equal when the catalogues are. */
  public static byte[] content(Catalog catalog) {
    return ManifestFormat.encode(edits(catalog));
  }

  /** All regions, those of snapshots too. */
  public static Stream<Catalog.RegionEntry> allRegions(Catalog catalog) {
    return catalog.allRegions();
  }
}
