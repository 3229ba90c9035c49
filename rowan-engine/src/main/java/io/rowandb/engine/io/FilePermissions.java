package io.rowandb.engine.io;

import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Who may read and write new files and directories. */
public enum FilePermissions {
  /** Whom the process's umask leaves. */
  UMASK,

  /** The account of the process alone, from the moment on that the file is there. */
  OWNER;

  private static final FileAttribute<?>[] NONE = {};
  private static final FileAttribute<?>[] OWN_FILE = {
    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
  };
  private static final FileAttribute<?>[] OWN_DIRECTORY = {
    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
  };

  /** What a new file is made with. */
  FileAttribute<?>[] ofFile() {
    return this == OWNER ? OWN_FILE : NONE;
  }

  /** What a new directory is made with. */
  FileAttribute<?>[] ofDirectory() {
    return this == OWNER ? OWN_DIRECTORY : NONE;
  }
}
