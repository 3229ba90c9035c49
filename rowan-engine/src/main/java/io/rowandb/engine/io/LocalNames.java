package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * What the operating system says about the names of files, and which of these files may not be
 * opened.
 */
final class LocalNames {
  private LocalNames() {}

  /** See {@link FileSystem#kind}. */
  static FileKind kind(Path path) throws IOException {
    BasicFileAttributes found = attributes(path, LinkOption.NOFOLLOW_LINKS);
    return found == null ? FileKind.NOTHING : kind(found);
  }

  /** See {@link FileSystem#names}. */
  static int count(Path file) throws IOException {
    boolean told = file.getFileSystem().supportedFileAttributeViews().contains("unix");
    return told ? (Integer) Files.getAttribute(file, "unix:nlink") : 1;
  }

  /** What a file is known by, whatever its name. */
  static Object identity(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    Object key = attributes.fileKey();
    return key == null ? file.toRealPath() : key;
  }

  /** What is written into a file is in the file of each of its names, wherever that is. */
  static void requireOne(Path file) throws IOException {
    if (count(file) > 1) {
      throw new FileSystemException(
          file.toString(), null, "has other names, whose file would be written over; move it away");
    }
  }

  /** Opening a pipe blocks until another process writes to it, perhaps forever. */
  static void requireFile(Path path) throws IOException {
    BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
    if (!found.isRegularFile()) {
      throw new FileSystemException(
          path.toString(), null, "is " + kind(found).words() + " and no file");
    }
  }

  private static FileKind kind(BasicFileAttributes found) {
    if (found.isSymbolicLink()) {
      return FileKind.LINK;
    }
    if (found.isDirectory()) {
      return FileKind.DIRECTORY;
    }
    return found.isRegularFile() ? FileKind.FILE : FileKind.OTHER;
  }

  /**
   * Null when there is nothing; {@link Files#exists} would say so of what it cannot look at too.
   */
  static BasicFileAttributes attributes(Path path, LinkOption... links) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class, links);
    } catch (NoSuchFileException e) {
      return null;
    } catch (FileSystemException e) {
      Path parent = path.getParent();
      if (parent != null && Files.isRegularFile(parent)) {
        return null; // nothing is in a file
      }
      throw e;
    }
  }
}
