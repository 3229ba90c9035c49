package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The files of a store as its owner changes them by name. Before each change it checks that the
 * store still has the same owner, because another store may be under the same names by now. Reads
 * and open files are not checked; open files still belong to the owner. Safe for use by many
 * threads.
 */
public final class OwnedFiles extends ForwardingFileSystem {
  private final StoreOwner owner;

  private OwnedFiles(FileSystem below, StoreOwner owner) {
    super(below);
    this.owner = owner;
  }

  /** Those files, for this owner. */
  public static FileSystem of(FileSystem below, StoreOwner owner) {
    return owner == StoreOwner.ALONE ? below : new OwnedFiles(below, owner);
  }

  @Override
  public AppendFile create(Path file) throws IOException {
    owner.requireRecord();
    return super.create(file);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    owner.requireRecord();
    super.rename(from, to);
  }

  @Override
  public void link(Path existing, Path link) throws IOException {
    owner.requireRecord();
    super.link(existing, link);
  }

  @Override
  public void delete(Path path) throws IOException {
    owner.requireRecord();
    super.delete(path);
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    owner.requireRecord();
    super.createDirectories(directory);
  }

  @Override
  public void truncate(Path file, long size) throws IOException {
    owner.requireRecord();
    super.truncate(file, size);
  }
}
