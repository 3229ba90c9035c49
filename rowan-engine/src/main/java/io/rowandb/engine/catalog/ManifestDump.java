package io.rowandb.engine.catalog;

import io.rowandb.engine.cell.DumpSink;
import io.rowandb.engine.io.ByteReader;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.FrameReader;
import io.rowandb.engine.io.WrongKindException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Shows a manifest: {@code manifest}, then each {@code record} with its edits, and {@code end},
 * which says what exists after all of them. Memory holds one record and the catalogue. Used by one
 * thread.
 */
public final class ManifestDump {
  private ManifestDump() {}

  /** Whether a file that starts with these bytes is a manifest, or the copy of its tables. */
  public static boolean isManifest(byte[] start) {
    return startsWith(start, ManifestFormat.MAGIC) || startsWith(start, TablesCopy.MAGIC);
  }

  private static boolean startsWith(byte[] start, String text) {
    byte[] magic = text.getBytes(StandardCharsets.US_ASCII);
    return start.length >= magic.length
        && Arrays.equals(start, 0, magic.length, magic, 0, magic.length);
  }

  private static FrameReader open(FileSystem fileSystem, Path file) throws IOException {
    try {
      return FrameReader.open(fileSystem, file, ManifestFormat.MAGIC, ManifestFormat.VERSION);
    } catch (WrongKindException e) {
      return FrameReader.open(fileSystem, file, TablesCopy.MAGIC, ManifestFormat.VERSION);
    }
  }

  /**
   * Shows a manifest; it may be one that is being written. Of the copy of its tables, which has the
   * same form, the header is empty.
   *
   * @throws CorruptFileException behind the last record that could be read, when it is damaged
   */
  public static void show(FileSystem fileSystem, Path file, DumpSink sink) throws IOException {
    try (FrameReader reader = open(fileSystem, file)) {
      ByteReader header = reader.header();
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("version", reader.version());
      if (header.hasMore()) {
        fields.put("generation", header.readLong());
        long firstBytes = header.readLong();
        fields.put("bytesOfFirstRecord", firstBytes);
        header.expectEnd();
        reader.expectWhole(reader.position() + firstBytes);
      } else {
        reader.expectWhole(fileSystem.size(file));
      }
      sink.part("manifest", 0, fields);
      CatalogBuilder builder = CatalogBuilder.empty();
      long records = 0;
      while (!sink.isFull() && reader.next()) {
        record(reader, builder, records++, sink);
      }
      if (!sink.isFull()) {
        builder.requireStore(file, reader.position());
        sink.part("end", reader.position(), end(builder.build(), records, reader.tornBytes()));
      }
    }
  }

  /**
   * Whether a file is in the place of a store file, but the manifest above it does not list it:
   * then its store is writing it, or was when it died, or is about to delete it. False when there
   * is no manifest that could say so.
   */
  public static boolean isUnlisted(FileSystem fileSystem, Path file) throws IOException {
    Path absolute = fileSystem.named(file);
    Path root = StoreLayout.rootOf(absolute);
    if (root == null || !fileSystem.exists(root.resolve(Manifest.NAME))) {
      return false;
    }
    try {
      Catalog catalog = Manifest.read(fileSystem, root).catalog();
      return !new StoreLayout(fileSystem, root).storeFiles(catalog).contains(absolute);
    } catch (CorruptFileException | WrongKindException e) {
      return false; // it is shown by itself, and then says what is wrong with it
    }
  }

  private static void record(FrameReader reader, CatalogBuilder builder, long number, DumpSink sink)
      throws IOException {
    ByteReader record = reader.payloadReader();
    List<ManifestEdit> edits = ManifestFormat.decode(record);
    if (sink.wantsParts()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("number", number);
      fields.put("edits", edits.size());
      sink.part("record", reader.filePosition(), fields);
      for (ManifestEdit edit : edits) {
        sink.part(
            edit.getClass().getSimpleName(), reader.filePosition(), RecordFields.of((Record) edit));
      }
    }
    try {
      builder.applyAll(edits);
    } catch (IllegalArgumentException e) {
      throw record.corrupt(e.getMessage());
    }
  }

  private static Map<String, Object> end(Catalog catalog, long records, long tornBytes) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("records", records);
    fields.put("tables", catalog.tables().size());
    fields.put("regions", catalog.regions().size());
    fields.put("snapshots", catalog.snapshots().size());
    fields.put(
        "files",
        catalog
            .allRegions()
            .flatMap(region -> region.families().values().stream())
            .mapToLong(family -> family.files().size())
            .sum());
    fields.put("flushedSequence", catalog.maxFlushedSequence());
    fields.put("unforcedBytesBehind", tornBytes);
    return fields;
  }
}
