package io.rowandb.engine.bulk;

import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.RandomReadFile;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Identifies an HFile without reading all of it: its length, and a digest of its first and last
 * {@value #END_BYTES} bytes. The end has its index, its first and last rows, its creation time and
 * the number of its cells; the beginning has its first cells. Links and copies of a file have the
 * same digest. It protects against mistakes, not against forgery.
 *
 * @param bytes the length
 * @param ends SHA-256 of both ends, in hexadecimal digits
 */
public record FileDigest(long bytes, String ends) {
  /** The trailer, file info and most of a usual index; and a block of usual size. */
  private static final int END_BYTES = 64 << 10;

  /** That of a file as it is now. */
  public static FileDigest of(FileSystem fileSystem, Path path) throws IOException {
    try (RandomReadFile file = fileSystem.open(path)) {
      long bytes = file.size();
      byte[] end = new byte[(int) Math.min(bytes, END_BYTES)];
      MessageDigest ends = sha256();
      file.readFully(0, end, 0, end.length);
      ends.update(end);
      file.readFully(bytes - end.length, end, 0, end.length);
      ends.update(end);
      return new FileDigest(bytes, HexFormat.of().formatHex(ends.digest()));
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has it", e);
    }
  }
}
