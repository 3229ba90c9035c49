package io.rowandb.engine.catalog;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.ByteReader;
import io.rowandb.engine.io.ByteWriter;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.FrameFormat;
import io.rowandb.engine.io.FrameReader;
import io.rowandb.engine.io.FrameSeal;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.io.StoreOwner;
import io.rowandb.engine.io.WrongKindException;
import io.rowandb.engine.wal.WalExtent;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The single source of truth about what exists in a database directory: a file of records of edits
 * ({@link ManifestFormat}) and the {@link Catalog} that results from them.
 *
 * <ol>
 *   <li>A record is on disk before {@link #append} returns and before {@link #catalog} shows it.
 *   <li>When {@code append} throws, the catalogue stays as it was and the record is not on disk.
 *       Only after a {@link ManifestFailedException} it may be, so everything that the edits name
 *       must be kept. Any failure while a record is written, even an {@link Error}, becomes such an
 *       exception.
 *   <li>The file {@code MANIFEST} is replaced in one step by a whole new one that starts with the
 *       current catalogue: at the first edit after opening, and when it has become long.
 *   <li>Once {@link #noteLog} was called, each record says how far the log was on disk at that
 *       time.
 *   <li>When {@code append} returns after a change of tables or regions, {@link TablesCopy} has it
 *       too, unless writing that failed, which is no failure of the edit.
 * </ol>
 *
 * The replacement at the first edit leaves a torn end behind untouched, and ensures that only the
 * process that created a manifest appends to it.
 *
 * <p>Safe for use by many threads; appends go one after the other. Opened by the database under the
 * directory's lock, closed by it.
 */
public final class Manifest implements Closeable {
  public static final String NAME = "MANIFEST";

  /** What a new manifest is called until it is whole. */
  public static final String NEW_NAME = "MANIFEST.new";

  /**
   * The lock file; all that may be in a directory that becomes a database, beside a new manifest.
   */
  public static final String LOCK_NAME = "LOCK";

  /** Names the process that has the directory. */
  public static final String OWNER_NAME = "OWNER";

  /** Below this length a manifest is read in a few milliseconds, and is not worth replacing. */
  static final long LONG_BYTES = 1 << 20;

  /** A manifest so many times as long as its first record holds mostly history. */
  private static final int LONG_FACTOR = 4;

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final Path directory;
  private final long tornBytes;

  private volatile Catalog catalog;

  @GuardedBy("this")
  private long generation;

  /** Open for appending; null before the first edit. */
  @GuardedBy("this")
  private AppendFile file;

  @GuardedBy("this")
  private FrameSeal seal;

  /** Length of the file up to its last whole record; the rest can only be a mark. */
  @GuardedBy("this")
  private long wholeBytes;

  @GuardedBy("this")
  private long firstRecordEnd;

  /** Whether the copy of what it says of tables may differ from it. */
  @GuardedBy("this")
  private boolean copyIsDue = true;

  /** Is asked before each record. */
  @GuardedBy("this")
  private StoreOwner owner = StoreOwner.ALONE;

  /** Says what the log has; null as long as nothing was logged. */
  @GuardedBy("this")
  private Supplier<WalExtent> log;

  /** Why it takes no more edits, or null. */
  @GuardedBy("this")
  private IOException failure;

  private Manifest(
      FileSystem fileSystem, Path directory, Catalog catalog, long generation, long tornBytes) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.catalog = catalog;
    this.generation = generation;
    this.tornBytes = tornBytes;
  }

  /**
   * Reads the manifest of a database directory, or makes a database of an empty or missing one
   * (with the namespaces {@code default} and {@code hbase}). The caller holds the directory's lock.
   *
   * @param idIfNew the id of a database made now
   * @throws WrongKindException when the directory is something else than a database
   * @throws io.rowandb.engine.io.UnknownVersionException when a newer release made it
   * @throws CorruptFileException when something is damaged that was forced
   */
  public static Manifest open(FileSystem fileSystem, Path directory, UUID idIfNew)
      throws IOException {
    if (!fileSystem.exists(directory.resolve(NAME))) {
      return create(fileSystem, directory, idIfNew);
    }
    Manifest manifest = read(fileSystem, directory);
    TablesCopy.requireSameStore(fileSystem, directory, manifest.catalog.storeId());
    force(fileSystem, directory);
    return manifest;
  }

  /**
   * A process that died may have left a last record that was not forced, or a name. What is done
   * because of it, such as deleting files that it does not list any more, must not outlive it.
   */
  private static void force(FileSystem fileSystem, Path directory) throws IOException {
    fileSystem.force(directory.resolve(NAME));
    fileSystem.forceDirectory(directory);
  }

  /**
   * A crash may have come between a record and its copy. Called when the log has shown that this is
   * the manifest of its store: the copy is all that there is beside a wrong one.
   */
  public synchronized void refreshCopy() {
    copyIsDue =
        !TablesCopy.isCurrent(fileSystem, directory, catalog)
            && !TablesCopy.replace(fileSystem, directory, catalog);
  }

  /** What exists now. */
  public Catalog catalog() {
    return catalog;
  }

  /** Bytes at the manifest's end, when it was opened, of a record that was never acknowledged. */
  public long tornBytes() {
    return tornBytes;
  }

  /**
   * Makes all edits durable as one, then visible.
   *
   * @return the catalogue with them
   * @throws IllegalArgumentException when an edit contradicts the catalogue; nothing has changed
   */
  public synchronized Catalog append(List<ManifestEdit> requested) throws IOException {
    checkTakesEdits();
    owner.requireRecord();
    List<ManifestEdit> edits = withLog(requested);
    Catalog changed = CatalogBuilder.from(catalog).applyAll(edits).build();
    requireNumbers(edits, changed);
    if (file == null || wholeBytes > Math.max(LONG_BYTES, LONG_FACTOR * firstRecordEnd)) {
      replace(changed);
    } else {
      appendRecord(edits);
    }
    catalog = changed;
    copyIsDue |= edits.stream().anyMatch(TablesCopy::isChangedBy);
    if (copyIsDue) {
      copyIsDue = !TablesCopy.replace(fileSystem, directory, changed);
    }
    return changed;
  }

  /** Lets records be written only as long as this is the store's owner. */
  public synchronized void setOwner(StoreOwner present) {
    owner = present;
  }

  /** Notes what the log has now, as {@link #append}, and from now on with each record. */
  public synchronized void noteLog(Supplier<WalExtent> present) throws IOException {
    log = present;
    append(List.of());
  }

  /** Writes nothing that could not be read again. */
  private void requireNumbers(List<ManifestEdit> edits, Catalog changed) throws IOException {
    boolean sequences =
        edits.stream()
            .allMatch(
                edit ->
                    !(edit instanceof ManifestEdit.FilesChanged it)
                        || it.flushedSequence() <= StoreNames.MAX_NUMBER);
    if (!sequences || StoreNames.left(changed) < 0) {
      throw new IOException(
          directory.resolve(NAME) + ": no number is left for a region, a file or a write");
    }
  }

  @GuardedBy("this")
  private List<ManifestEdit> withLog(List<ManifestEdit> edits) {
    if (log == null) {
      return edits;
    }
    List<ManifestEdit> all = new ArrayList<>(edits);
    all.add(new ManifestEdit.LogNoted(log.get()));
    return all;
  }

  /** Whether it takes no more edits, and may have one that it said had failed. */
  public synchronized boolean hasFailed() {
    return failure instanceof ManifestFailedException;
  }

  @Override
  public synchronized void close() throws IOException {
    if (failure == null) {
      failure = new IOException("The manifest is closed");
    }
    if (file != null) {
      file.close();
      file = null;
    }
  }

  /**
   * Reads the manifest of a database directory; changes nothing.
   *
   * @throws java.nio.file.NoSuchFileException when there is none
   * @throws CorruptFileException when something is damaged that was forced
   */
  public static Manifest read(FileSystem fileSystem, Path directory) throws IOException {
    Path path = directory.resolve(NAME);
    try (FrameReader reader =
        FrameReader.open(fileSystem, path, ManifestFormat.MAGIC, ManifestFormat.VERSION)) {
      ByteReader header = reader.header();
      long generation = header.readLong();
      reader.expectWhole(reader.position() + header.readLong());
      header.expectEnd();
      CatalogBuilder builder = CatalogBuilder.empty();
      while (reader.next()) {
        ByteReader record = reader.payloadReader();
        try {
          builder.applyAll(ManifestFormat.decode(record));
        } catch (IllegalArgumentException e) {
          throw record.corrupt(e.getMessage());
        }
      }
      builder.requireStore(path, reader.position());
      return new Manifest(fileSystem, directory, builder.build(), generation, reader.tornBytes());
    }
  }

  private static Manifest create(FileSystem fileSystem, Path directory, UUID id)
      throws IOException {
    StoreProbe.requireStoreOrNothing(fileSystem, directory);
    fileSystem.createDirectories(directory);
    CatalogBuilder builder = CatalogBuilder.empty().applyAll(firstEdits(id));
    builder.apply(new ManifestEdit.LogNoted(WalExtent.none(1)));
    Catalog first = builder.build();
    Manifest manifest = new Manifest(fileSystem, directory, first, 0, 0);
    manifest.replaceFirst();
    return manifest;
  }

  /** Gives a directory without a manifest a new one, which says just this. */
  public static void write(FileSystem fileSystem, Path directory, Catalog catalog)
      throws IOException {
    try (Manifest manifest = new Manifest(fileSystem, directory, catalog, 0, 0)) {
      manifest.replaceFirst();
    }
  }

  /** What a new database says of namespaces. */
  public static List<ManifestEdit> firstEdits(UUID id) {
    return List.of(
        new ManifestEdit.StoreId(id),
        namespace(TableName.DEFAULT_NAMESPACE),
        namespace(TableName.SYSTEM_NAMESPACE));
  }

  private static ManifestEdit namespace(String name) {
    return new ManifestEdit.NamespacePut(new NamespaceDescriptor(name, Map.of()));
  }

  private synchronized void replaceFirst() throws IOException {
    replace(catalog);
  }

  /** Writes a new manifest that starts with this catalogue, and gives it the name. */
  @GuardedBy("this")
  private void replace(Catalog content) throws IOException {
    byte[] record = frame(ManifestFormat.encode(ManifestFormat.snapshot(content)));
    ByteWriter header = new ByteWriter().writeLong(generation + 1).writeLong(record.length);
    byte[] start =
        FrameFormat.start(ManifestFormat.MAGIC, ManifestFormat.VERSION, header.toByteArray());
    FrameSeal newSeal = FrameFormat.seal(start);
    newSeal.seal(record, 0, record.length - FrameFormat.FRAME_BYTES, start.length);
    Path newPath = directory.resolve(NEW_NAME);
    fileSystem.delete(newPath);
    AppendFile created = fileSystem.create(newPath);
    RandomReadFile spare = null;
    try {
      created.write(start, 0, start.length);
      created.write(record, 0, record.length);
      created.force();
      spare = fileSystem.open(newPath);
    } finally {
      if (spare == null) {
        created.close();
      }
    }
    takeOver(created, newPath, spare);
    seal = newSeal;
    generation++;
    wholeBytes = (long) start.length + record.length;
    firstRecordEnd = wholeBytes;
  }

  /**
   * From the attempt to rename on, any failure leaves open which of the two will be found.
   *
   * @param spare an open file, closed between: to force the directory needs one, and must not fail
   *     because the process has too many open
   */
  @GuardedBy("this")
  private void takeOver(AppendFile created, Path newPath, RandomReadFile spare) throws IOException {
    AppendFile replaced = file;
    try {
      try (spare) {
        fileSystem.rename(newPath, directory.resolve(NAME));
      }
      fileSystem.forceDirectory(directory);
      file = created;
      if (replaced != null) {
        replaced.close();
      }
    } catch (IOException | RuntimeException | Error e) {
      ManifestFailedException failed = fail("replacing it failed", e);
      closeAfter(failed, created);
      throw failed;
    }
  }

  private static void closeAfter(ManifestFailedException failed, AppendFile file) {
    try {
      file.close();
    } catch (IOException | RuntimeException e) {
      failed.addSuppressed(e);
    }
  }

  @GuardedBy("this")
  private void appendRecord(List<ManifestEdit> edits) throws IOException {
    byte[] record = frame(ManifestFormat.encode(edits));
    seal.seal(record, 0, record.length - FrameFormat.FRAME_BYTES, wholeBytes);
    try {
      writeRecord(record);
      writeMark();
    } catch (RuntimeException | Error e) {
      throw fail("writing to it was broken off", e);
    }
  }

  @GuardedBy("this")
  private void writeRecord(byte[] record) throws IOException {
    long size = file.size();
    try {
      file.write(record, 0, record.length);
    } catch (IOException e) {
      cutBack(size, e);
      throw e;
    }
    try {
      file.force();
    } catch (IOException e) {
      throw fail("forcing it to disk failed", e);
    }
    wholeBytes = file.size();
  }

  /** Protects the record that was just forced: from now on its damage is noticed. */
  @GuardedBy("this")
  private void writeMark() throws ManifestFailedException {
    byte[] mark = frame(new byte[0]);
    long size = file.size();
    seal.seal(mark, 0, 0, wholeBytes);
    try {
      file.write(mark, 0, mark.length);
    } catch (IOException e) {
      cutBack(size, e); // the record itself is safe
    }
  }

  /** Takes away what a failed write may have left. */
  @GuardedBy("this")
  private void cutBack(long size, IOException cause) throws ManifestFailedException {
    try {
      fileSystem.truncate(directory.resolve(NAME), size);
    } catch (IOException e) {
      e.addSuppressed(cause);
      throw fail("a failed write could not be taken back", e);
    }
  }

  @GuardedBy("this")
  private ManifestFailedException fail(String what, Throwable cause) {
    failure = new ManifestFailedException("The manifest has failed, " + what + ": " + cause, cause);
    return (ManifestFailedException) failure;
  }

  /** Refuses after a failure that left open what is on disk. */
  public synchronized void checkTakesEdits() throws IOException {
    if (failure != null) {
      throw new IOException(
          failure.getMessage() + "; changes are refused until the database is opened again",
          failure);
    }
  }

  private static byte[] frame(byte[] payload) {
    byte[] frame = new byte[FrameFormat.FRAME_BYTES + payload.length];
    System.arraycopy(payload, 0, frame, FrameFormat.FRAME_BYTES, payload.length);
    return frame;
  }
}
