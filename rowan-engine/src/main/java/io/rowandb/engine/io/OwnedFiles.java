package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The files of a store as its owner changes them by their names: asked each time is whether the
 * store is still his, for under the same names there may be another one since. Reads and open files
 * go on; those that are open are his own. Safe for use by many threads.
 */
public final class OwnedFiles implements FileSystem {
  private final FileSystem below;
  private final StoreOwner owner;

  private OwnedFiles(FileSystem below, StoreOwner owner) {
    this.below = below;
    this.owner = owner;
  }

  /** Those files, for this owner. */
  public static FileSystem of(FileSystem below, StoreOwner owner) {
    return owner == StoreOwner.ALONE ? below : new OwnedFiles(below, owner);
  }

  @Override
  public FileSystem disk() {
    return below.disk();
  }

  @Override
  public AppendFile create(Path file) throws IOException {
    owner.requireRecord();
    return below.create(file);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    owner.requireRecord();
    below.rename(from, to);
  }

  @Override
  public void link(Path existing, Path link) throws IOException {
    owner.requireRecord();
    below.link(existing, link);
  }

  @Override
  public void delete(Path path) throws IOException {
    owner.requireRecord();
    below.delete(path);
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    owner.requireRecord();
    below.createDirectories(directory);
  }

  @Override
  public void truncate(Path file, long size) throws IOException {
    owner.requireRecord();
    below.truncate(file, size);
  }

  @Override
  public RandomReadFile open(Path file) throws IOException {
    return below.open(file);
  }

  @Override
  public Object key(Path path) throws IOException {
    return below.key(path);
  }

  @Override
  public int names(Path file) throws IOException {
    return below.names(file);
  }

  @Override
  public boolean exists(Path path) throws IOException {
    return below.exists(path);
  }

  @Override
  public boolean isDirectory(Path path) throws IOException {
    return below.isDirectory(path);
  }

  @Override
  public FileKind kind(Path path) throws IOException {
    return below.kind(path);
  }

  @Override
  public Path realPath(Path path) throws IOException {
    return below.realPath(path);
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    return below.list(directory);
  }

  @Override
  public long size(Path file) throws IOException {
    return below.size(file);
  }

  @Override
  public void force(Path file) throws IOException {
    below.force(file);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    below.forceDirectory(directory);
  }

  @Override
  public FileKeys keys() {
    return below.keys();
  }

  @Override
  public AutoCloseable lock(Path lockFile) throws IOException {
    return below.lock(lockFile);
  }

  @Override
  public StoreOwner own(Path ownerFile, Path lockFile) throws IOException {
    return below.own(ownerFile, lockFile);
  }
}
