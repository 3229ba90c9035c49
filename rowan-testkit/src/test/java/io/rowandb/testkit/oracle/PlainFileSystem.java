package io.rowandb.testkit.oracle;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Local files for HBase, without what takes Hadoop's own class most of its time: checksum files
 * beside the files, and a process forked to set the permissions of each.
 */
public final class PlainFileSystem extends RawLocalFileSystem {
  @Override
  public void setPermission(Path path, FsPermission permission) {
    // The directory is the test's own.
  }
}
