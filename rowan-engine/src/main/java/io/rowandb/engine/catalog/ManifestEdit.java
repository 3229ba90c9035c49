package io.rowandb.engine.catalog;

import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.wal.WalExtent;
import java.util.List;
import java.util.UUID;

/**
 * One change of the {@link Catalog}. Several of them can be appended to the {@link Manifest} as one
 * record.
 */
public sealed interface ManifestEdit {
  /** The database's name that never changes; the first edit of every manifest. */
  record StoreId(UUID id) implements ManifestEdit {}

  /** The next region number and file number are at least these. */
  record NumbersReserved(long nextRegionNumber, long nextFileNumber) implements ManifestEdit {}

  /** A namespace is new or has new attributes. */
  record NamespacePut(NamespaceDescriptor namespace) implements ManifestEdit {}

  /** A namespace is gone; it has no tables. */
  record NamespaceRemoved(String name) implements ManifestEdit {}

  /** A table is new or changed. Families that are no longer named lose their files. */
  record TablePut(TableDescriptor table, boolean enabled) implements ManifestEdit {}

  /** A table is gone, with its regions and their files. */
  record TableRemoved(TableName name) implements ManifestEdit {}

  /** A table has one more region; its number was never used before. */
  record RegionAdded(RegionInfo region) implements ManifestEdit {}

  /** A region is gone, with its files. */
  record RegionRemoved(long regionNumber) implements ManifestEdit {}

  /** A snapshot is whole: its files are on disk. */
  record SnapshotTaken(Catalog.Snapshot snapshot) implements ManifestEdit {}

  /** A snapshot is gone, with its files. */
  record SnapshotRemoved(String name) implements ManifestEdit {}

  /** A switch of the client was turned on or off. */
  record SwitchSet(String name, boolean on) implements ManifestEdit {}

  /** The log has at least this. */
  record LogNoted(WalExtent log) implements ManifestEdit {}

  /**
   * The files that are listed together with this have what no log ever had: a load, or a flush of
   * writes that were not to be logged. Changes nothing in the catalogue.
   */
  record UnloggedListed() implements ManifestEdit {}

  /**
   * The live files of one family of one region changed: a flush, a compaction, a load.
   *
   * @param added names of files that live from now on, behind those that live already
   * @param removed names of files that do not live any more
   * @param flushedSequence all entries of the family up to this sequence id are in files; counts
   *     only when it is higher than before, so 0 changes nothing
   */
  record FilesChanged(
      long regionNumber,
      String family,
      List<String> added,
      List<String> removed,
      long flushedSequence)
      implements ManifestEdit {
    /** Copies the lists. */
    public FilesChanged {
      added = List.copyOf(added);
      removed = List.copyOf(removed);
    }
  }
}
