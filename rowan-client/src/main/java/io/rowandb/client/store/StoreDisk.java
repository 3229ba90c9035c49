package io.rowandb.client.store;

import io.rowandb.client.conf.CheckedKeys;
import io.rowandb.engine.io.FileKeys;
import io.rowandb.engine.io.FilePermissions;
import io.rowandb.engine.io.LocalFileSystem;
import java.nio.file.FileSystems;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/**
 * The disk of the stores, with the encryption keys and file permissions that a configuration sets.
 */
public final class StoreDisk {
  /** Who may read the files that are made: {@code umask}, the default, or {@code owner}. */
  public static final String PERMISSIONS_KEY = "rowan.permissions";

  private StoreDisk() {}

  /**
   * The disk by a program's own configuration, hbase-site.xml.
   *
   * @throws IllegalArgumentException when it says what cannot be
   */
  public static LocalFileSystem ofProgram() {
    return of(HBaseConfiguration.create(), StoreKeys.ofProgram());
  }

  /** The disk by a configuration, which is asked for permissions alone. */
  static LocalFileSystem of(Configuration conf, FileKeys keys) {
    return new LocalFileSystem(keys, permissions(new CheckedKeys(conf)));
  }

  private static FilePermissions permissions(CheckedKeys keys) {
    return switch (keys.text(PERMISSIONS_KEY).toLowerCase(Locale.ROOT)) {
      case "", "umask" -> FilePermissions.UMASK;
      case "owner" -> ownerAlone(keys);
      default -> throw keys.refused(PERMISSIONS_KEY, "umask or owner");
    };
  }

  private static FilePermissions ownerAlone(CheckedKeys keys) {
    if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      throw keys.refused(PERMISSIONS_KEY, "umask, since files have no such permissions here");
    }
    return FilePermissions.OWNER;
  }
}
