package io.rowandb.engine.catalog;

import io.rowandb.engine.io.ByteReader;
import io.rowandb.engine.io.ByteWriter;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FrameFormat;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionRange;
import io.rowandb.engine.wal.WalExtent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The format of the manifest: a file of frames ({@link FrameFormat}), each with a record of edits
 * that take effect together. The first record has the whole catalogue at the time when the file was
 * made; file and record were on disk before the file got its name.
 *
 * <pre>
 *  header payload:  +0  int64  generation: one more than the manifest's before it
 *                   +8  int64  bytes of the first record's frame
 *
 *  record payload:  { edit } *
 *
 *  edit:  int8 kind, then by kind
 *    1 StoreId           int64 high, int64 low
 *    2 NumbersReserved   int64 nextRegionNumber, int64 nextFileNumber
 *    3 NamespacePut      text name, attributes
 *    4 NamespaceRemoved  text name
 *    5 TablePut          text namespace, text qualifier, int8 enabled, traits
 *    6 TableRemoved      text namespace, text qualifier
 *    7 RegionAdded       region
 *    8 RegionRemoved     int64 number
 *    9 FilesChanged      int64 region, text family, texts added, texts removed, int64 flushed
 *   10 SnapshotTaken     text name, int64 created, int64 ttl, attributes,
 *                        text namespace, text qualifier, traits, int32 r, r times
 *                        { region, int32 f, f times { text family, texts files, int64 flushed } }
 *   11 SnapshotRemoved   text name
 *   12 SwitchSet         text name, int8 on
 *   13 UnloggedListed    nothing
 *   14 LogNoted          int64 firstSegment, int64 lastSegment, int64 lastBytes
 *   15 LogNoted          as 14, int64 lastIdentity
 *
 *  bytes:       int32 n, n bytes          text:   bytes, in UTF-8
 *  attributes:  int32 n, n times { text name, text value }        texts:  int32 n, n times text
 *  traits:      attributes, int32 f, f times { text family, attributes }
 *  region:      text table, bytes startKey, bytes endKey, int64 id, int64 number
 * </pre>
 *
 * The codes of the kinds are frozen. The version is 5; version 1 was the same without the kinds
 * from 10 on, version 2 without 13, version 3 without 14, version 4 without 15, instead of which it
 * wrote 14. A new kind requires a new version, so that an older release can tell a newer file from
 * a damaged one. An example of the bytes is in the test of this class.
 *
 * <p>Decoded names and numbers may become paths, so each must follow its rule ({@link StoreNames});
 * otherwise its place is reported as damaged. This holds for the manifest, its copy and a backup.
 */
final class ManifestFormat {
  static final String MAGIC = "ROWANMAN";

  /** What is written; every version from 1 on is read. */
  static final int VERSION = 5;

  private static final int STORE_ID = 1;
  private static final int NUMBERS_RESERVED = 2;
  private static final int NAMESPACE_PUT = 3;
  private static final int NAMESPACE_REMOVED = 4;
  private static final int TABLE_PUT = 5;
  private static final int TABLE_REMOVED = 6;
  private static final int REGION_ADDED = 7;
  private static final int REGION_REMOVED = 8;
  private static final int FILES_CHANGED = 9;
  private static final int SNAPSHOT_TAKEN = 10;
  private static final int SNAPSHOT_REMOVED = 11;
  private static final int SWITCH_SET = 12;
  private static final int UNLOGGED_LISTED = 13;
  private static final int LOG_NOTED_IN_VERSION_4 = 14;
  private static final int LOG_NOTED = 15;

  private ManifestFormat() {}

  /** The payload of a record. */
  static byte[] encode(List<ManifestEdit> edits) {
    ByteWriter out = new ByteWriter();
    edits.forEach(edit -> write(out, edit));
    return out.toByteArray();
  }

  /** The edits of a record. */
  static List<ManifestEdit> decode(ByteReader in) throws CorruptFileException {
    List<ManifestEdit> edits = new ArrayList<>();
    while (in.hasMore()) {
      try {
        edits.add(read(in));
      } catch (IllegalArgumentException e) {
        throw in.corrupt(e.getMessage());
      }
    }
    return edits;
  }

  /** A record that makes this catalogue out of nothing. */
  static List<ManifestEdit> snapshot(Catalog catalog) {
    List<ManifestEdit> edits = new ArrayList<>();
    edits.add(new ManifestEdit.StoreId(catalog.storeId()));
    edits.add(
        new ManifestEdit.NumbersReserved(catalog.nextRegionNumber(), catalog.nextFileNumber()));
    catalog.namespaces().values().forEach(it -> edits.add(new ManifestEdit.NamespacePut(it)));
    catalog
        .tables()
        .values()
        .forEach(it -> edits.add(new ManifestEdit.TablePut(it.descriptor(), it.enabled())));
    for (Catalog.RegionEntry region : catalog.regions().values()) {
      edits.add(new ManifestEdit.RegionAdded(region.info()));
      region
          .families()
          .forEach(
              (name, family) ->
                  edits.add(
                      new ManifestEdit.FilesChanged(
                          region.info().number(),
                          name,
                          family.files(),
                          List.of(),
                          family.flushedSequence())));
    }
    catalog.snapshots().values().forEach(it -> edits.add(new ManifestEdit.SnapshotTaken(it)));
    catalog.switches().forEach((name, on) -> edits.add(new ManifestEdit.SwitchSet(name, on)));
    if (catalog.log().isNoted()) {
      edits.add(new ManifestEdit.LogNoted(catalog.log()));
    }
    return edits;
  }

  private static void write(ByteWriter out, ManifestEdit edit) {
    if (edit instanceof ManifestEdit.StoreId it) {
      out.writeByte(STORE_ID);
      out.writeLong(it.id().getMostSignificantBits()).writeLong(it.id().getLeastSignificantBits());
    } else if (edit instanceof ManifestEdit.NumbersReserved it) {
      out.writeByte(NUMBERS_RESERVED);
      out.writeLong(it.nextRegionNumber()).writeLong(it.nextFileNumber());
    } else if (edit instanceof ManifestEdit.NamespacePut it) {
      out.writeByte(NAMESPACE_PUT).writeText(it.namespace().name());
      writeAttributes(out, it.namespace().attributes());
    } else if (edit instanceof ManifestEdit.NamespaceRemoved it) {
      out.writeByte(NAMESPACE_REMOVED).writeText(it.name());
    } else if (edit instanceof ManifestEdit.TablePut it) {
      writeTable(out.writeByte(TABLE_PUT), it);
    } else if (edit instanceof ManifestEdit.TableRemoved it) {
      writeName(out.writeByte(TABLE_REMOVED), it.name());
    } else if (edit instanceof ManifestEdit.RegionAdded it) {
      writeRegion(out.writeByte(REGION_ADDED), it.region());
    } else if (edit instanceof ManifestEdit.RegionRemoved it) {
      out.writeByte(REGION_REMOVED).writeLong(it.regionNumber());
    } else if (edit instanceof ManifestEdit.FilesChanged it) {
      out.writeByte(FILES_CHANGED).writeLong(it.regionNumber()).writeText(it.family());
      writeTexts(out, it.added());
      writeTexts(out, it.removed());
      out.writeLong(it.flushedSequence());
    } else if (edit instanceof ManifestEdit.SnapshotTaken it) {
      writeSnapshot(out.writeByte(SNAPSHOT_TAKEN), it.snapshot());
    } else if (edit instanceof ManifestEdit.SnapshotRemoved it) {
      out.writeByte(SNAPSHOT_REMOVED).writeText(it.name());
    } else if (edit instanceof ManifestEdit.SwitchSet it) {
      out.writeByte(SWITCH_SET).writeText(it.name()).writeByte(it.on() ? 1 : 0);
    } else if (edit instanceof ManifestEdit.UnloggedListed) {
      out.writeByte(UNLOGGED_LISTED);
    } else if (edit instanceof ManifestEdit.LogNoted it) {
      out.writeByte(LOG_NOTED);
      out.writeLong(it.log().firstSegment()).writeLong(it.log().lastSegment());
      out.writeLong(it.log().lastBytes()).writeLong(it.log().lastIdentity());
    } else {
      throw new IllegalArgumentException("unknown kind of edit: " + edit);
    }
  }

  private static ManifestEdit read(ByteReader in) throws CorruptFileException {
    int kind = in.readByte();
    return switch (kind) {
      case STORE_ID -> new ManifestEdit.StoreId(new UUID(in.readLong(), in.readLong()));
      case NUMBERS_RESERVED ->
          new ManifestEdit.NumbersReserved(
              StoreNames.number("a region", in.readLong()),
              StoreNames.number("a file", in.readLong()));
      case NAMESPACE_PUT ->
          new ManifestEdit.NamespacePut(
              new NamespaceDescriptor(StoreNames.namespace(in.readText()), readAttributes(in)));
      case NAMESPACE_REMOVED -> new ManifestEdit.NamespaceRemoved(in.readText());
      case TABLE_PUT -> readTable(in);
      case TABLE_REMOVED -> new ManifestEdit.TableRemoved(readName(in));
      case REGION_ADDED -> new ManifestEdit.RegionAdded(readRegion(in));
      case REGION_REMOVED -> new ManifestEdit.RegionRemoved(in.readLong());
      case FILES_CHANGED ->
          new ManifestEdit.FilesChanged(
              in.readLong(), in.readText(), readFiles(in), readFiles(in), readSequence(in));
      case SNAPSHOT_TAKEN -> new ManifestEdit.SnapshotTaken(readSnapshot(in));
      case SNAPSHOT_REMOVED -> new ManifestEdit.SnapshotRemoved(in.readText());
      case SWITCH_SET -> new ManifestEdit.SwitchSet(in.readText(), in.readByte() != 0);
      case UNLOGGED_LISTED -> new ManifestEdit.UnloggedListed();
      case LOG_NOTED_IN_VERSION_4 ->
          new ManifestEdit.LogNoted(
              log(new WalExtent(in.readLong(), in.readLong(), in.readLong(), 0)));
      case LOG_NOTED ->
          new ManifestEdit.LogNoted(
              log(new WalExtent(in.readLong(), in.readLong(), in.readLong(), in.readLong())));
      default -> throw in.corrupt("edit of unknown kind " + kind);
    };
  }

  private static WalExtent log(WalExtent noted) {
    if (!noted.isNoted()) {
      throw new IllegalArgumentException("a note of the log that says nothing");
    }
    return noted;
  }

  private static void writeTable(ByteWriter out, ManifestEdit.TablePut edit) {
    TableDescriptor table = edit.table();
    writeName(out, table.name());
    out.writeByte(edit.enabled() ? 1 : 0);
    writeTraits(out, table);
  }

  private static ManifestEdit readTable(ByteReader in) throws CorruptFileException {
    TableName name = readName(in);
    boolean enabled = in.readByte() != 0;
    return new ManifestEdit.TablePut(readTraits(in, name), enabled);
  }

  private static void writeSnapshot(ByteWriter out, Catalog.Snapshot snapshot) {
    SnapshotDescriptor descriptor = snapshot.descriptor();
    out.writeText(descriptor.name());
    out.writeLong(descriptor.createdMillis()).writeLong(descriptor.ttlMillis());
    writeAttributes(out, descriptor.attributes());
    writeName(out, snapshot.table().name());
    writeTraits(out, snapshot.table());
    out.writeInt(snapshot.regions().size());
    for (Catalog.RegionEntry region : snapshot.regions()) {
      writeRegion(out, region.info());
      out.writeInt(region.families().size());
      region
          .families()
          .forEach(
              (name, family) -> {
                writeTexts(out.writeText(name), family.files());
                out.writeLong(family.flushedSequence());
              });
    }
  }

  private static Catalog.Snapshot readSnapshot(ByteReader in) throws CorruptFileException {
    String name = in.readText();
    long created = in.readLong();
    long ttl = in.readLong();
    Map<String, String> attributes = readAttributes(in);
    TableDescriptor table = readTraits(in, readName(in));
    List<Catalog.RegionEntry> regions = new ArrayList<>();
    for (int left = in.readCount(); left > 0; left--) {
      RegionInfo info = readRegion(in);
      Map<String, Catalog.Family> families = new TreeMap<>();
      for (int more = in.readCount(); more > 0; more--) {
        families.put(in.readText(), new Catalog.Family(readFiles(in), readSequence(in)));
      }
      regions.add(new Catalog.RegionEntry(info, Collections.unmodifiableMap(families)));
    }
    SnapshotDescriptor descriptor =
        new SnapshotDescriptor(name, table.name(), created, ttl, attributes);
    return new Catalog.Snapshot(descriptor, table, regions);
  }

  private static void writeTraits(ByteWriter out, TableDescriptor table) {
    writeAttributes(out, table.attributes());
    out.writeInt(table.families().size());
    for (FamilyDescriptor family : table.families()) {
      out.writeText(family.name());
      writeAttributes(out, family.attributes());
    }
  }

  private static TableDescriptor readTraits(ByteReader in, TableName name)
      throws CorruptFileException {
    Map<String, String> attributes = readAttributes(in);
    int count = in.readCount();
    List<FamilyDescriptor> families = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      families.add(new FamilyDescriptor(in.readText(), readAttributes(in)));
    }
    return new TableDescriptor(name, families, attributes);
  }

  private static void writeName(ByteWriter out, TableName name) {
    out.writeText(name.namespace()).writeText(name.qualifier());
  }

  private static TableName readName(ByteReader in) throws CorruptFileException {
    return new TableName(in.readText(), in.readText());
  }

  private static void writeRegion(ByteWriter out, RegionInfo region) {
    out.writeText(region.table());
    out.writeBytes(region.range().startKey()).writeBytes(region.range().endKey());
    out.writeLong(region.id()).writeLong(region.number());
  }

  private static RegionInfo readRegion(ByteReader in) throws CorruptFileException {
    String table = in.readText();
    RegionRange range = new RegionRange(in.readBytes(), in.readBytes());
    long id = in.readLong();
    return new RegionInfo(
        TableName.of(table).fullName(), range, id, StoreNames.number("a region", in.readLong()));
  }

  private static void writeAttributes(ByteWriter out, Map<String, String> attributes) {
    out.writeInt(attributes.size());
    attributes.forEach((name, value) -> out.writeText(name).writeText(value));
  }

  private static Map<String, String> readAttributes(ByteReader in) throws CorruptFileException {
    int count = in.readCount();
    Map<String, String> attributes = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      attributes.put(in.readText(), in.readText());
    }
    return attributes;
  }

  private static void writeTexts(ByteWriter out, List<String> texts) {
    out.writeInt(texts.size());
    texts.forEach(out::writeText);
  }

  private static List<String> readFiles(ByteReader in) throws CorruptFileException {
    int count = in.readCount();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(in.readText());
    }
    return StoreNames.storeFiles(texts);
  }

  private static long readSequence(ByteReader in) throws CorruptFileException {
    return StoreNames.sequence(in.readLong());
  }
}
