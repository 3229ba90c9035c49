package io.rowandb.engine.catalog;

import io.rowandb.engine.store.StoreManifest;
import io.rowandb.engine.store.UncertainCommitException;
import io.rowandb.engine.storefile.StoreFileName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The part of the manifest that stores use: file lists, and names for new files. */
public final class ManifestFiles implements StoreManifest {
  // Fixed at construction.
  private final Manifest manifest;
  private final AtomicLong nextFileNumber;

  /** Names of files by the numbers of a manifest. */
  public ManifestFiles(Manifest manifest) {
    this.manifest = manifest;
    this.nextFileNumber = new AtomicLong(manifest.catalog().nextFileNumber());
  }

  @Override
  public void commit(List<Change> changes) throws IOException {
    List<ManifestEdit> edits = new ArrayList<>(changes.size() + 1);
    for (Change change : changes) {
      edits.add(
          new ManifestEdit.FilesChanged(
              change.regionNumber(),
              change.family(),
              change.added(),
              change.removed(),
              change.flushedSequence()));
    }
    if (!changes.stream().allMatch(Change::logged)) {
      edits.add(new ManifestEdit.UnloggedListed());
    }
    edits.add(namesGiven());
    try {
      manifest.append(edits);
    } catch (ManifestFailedException e) {
      throw new UncertainCommitException(e);
    }
  }

  /** To be appended with the edit that lists new files, so that no name is ever given twice. */
  public ManifestEdit namesGiven() {
    return new ManifestEdit.NumbersReserved(
        manifest.catalog().nextRegionNumber(), nextFileNumber.get());
  }

  @Override
  public String newFileName() {
    return StoreFileName.of(nextFileNumber.getAndIncrement());
  }

  /** Never gives the number of this file, which is on disk and in no list. */
  public void passOver(Path file) {
    long number = number(file.getFileName().toString());
    if (number < StoreNames.MAX_NUMBER / 2) { // above, it was never given
      nextFileNumber.accumulateAndGet(number + 1, Math::max);
    }
  }

  /** The number that a file name was made of; -1 when it was made by something else. */
  public static long number(String fileName) {
    long number = StoreFileName.number(fileName);
    return number > StoreNames.MAX_NUMBER ? -1 : number;
  }
}
