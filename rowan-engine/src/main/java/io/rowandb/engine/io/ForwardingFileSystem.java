package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A file system that passes every call on to another one. This includes calls that have a default,
 * since a wrapper must not answer in place of the disk. A subclass overrides what is different.
 */
public abstract class ForwardingFileSystem implements FileSystem {
  private final FileSystem below;

  /** Passes on to {@code below}. */
  protected ForwardingFileSystem(FileSystem below) {
    this.below = below;
  }

  @Override
  public AppendFile create(Path file) throws IOException {
    return below.create(file);
  }

  @Override
  public RandomReadFile open(Path file) throws IOException {
    return below.open(file);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    below.rename(from, to);
  }

  @Override
  public void link(Path existing, Path link) throws IOException {
    below.link(existing, link);
  }

  @Override
  public int names(Path file) throws IOException {
    return below.names(file);
  }

  @Override
  public Object key(Path path) throws IOException {
    return below.key(path);
  }

  @Override
  public void delete(Path path) throws IOException {
    below.delete(path);
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
  public boolean isReadOnly(Path directory) throws IOException {
    return below.isReadOnly(directory);
  }

  @Override
  public Path realPath(Path path) throws IOException {
    return below.realPath(path);
  }

  @Override
  public Path named(Path path) throws IOException {
    return below.named(path);
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    below.createDirectories(directory);
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
  public void truncate(Path file, long size) throws IOException {
    below.truncate(file, size);
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
  public FileSystem disk() {
    return below.disk();
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
