package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;

/**
 * Gives the files that root creates in a store to the store's account: after root has checked the
 * store of another account, that account must still be able to open it. No instances.
 */
final class FileAccount {
  private FileAccount() {}

  /** Gives a new file the account and the group of its directory, if the process is root's. */
  static void asDirectory(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    PosixFileAttributeView of = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (of == null || !"root".equals(of.readAttributes().owner().getName())) {
      return;
    }
    PosixFileAttributes wanted = Files.readAttributes(directory, PosixFileAttributes.class);
    if (!wanted.owner().equals(of.readAttributes().owner())) {
      of.setGroup(wanted.group());
      of.setOwner(wanted.owner());
    }
  }
}
