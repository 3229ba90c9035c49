package io.rowandb.testkit.oracle;

import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.RandomReadFile;
import java.io.IOException;
import java.nio.file.Path;

/** Directories with all that is in them, on any file system. */
final class FileTree {
  private FileTree() {}

  static void copy(FileSystem files, Path from, Path to) throws IOException {
    files.createDirectories(to);
    for (Path path : files.list(from)) {
      Path target = to.resolve(path.getFileName());
      if (files.isDirectory(path)) {
        copy(files, path, target);
      } else {
        copyFile(files, path, target);
      }
    }
  }

  static void delete(FileSystem files, Path directory) throws IOException {
    for (Path path : files.list(directory)) {
      if (files.isDirectory(path)) {
        delete(files, path);
      } else {
        files.delete(path);
      }
    }
    files.delete(directory);
  }

  private static void copyFile(FileSystem files, Path from, Path to) throws IOException {
    try (RandomReadFile in = files.open(from);
        AppendFile out = files.create(to)) {
      byte[] content = new byte[Math.toIntExact(in.size())];
      in.readFully(0, content, 0, content.length);
      out.write(content, 0, content.length);
    }
  }
}
