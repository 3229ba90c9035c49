package io.rowandb.engine.region;

import io.rowandb.engine.cell.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Identifies a region: a range of a table's rows, and its names in HBase's form.
 *
 * @param table the table's full name: {@code name} in the default namespace, else {@code ns:name}
 * @param range the rows
 * @param id when the region was created, in milliseconds; part of the name
 * @param number the database's own short name for it in the log; never reused
 */
public record RegionInfo(String table, RegionRange range, long id, long number) {
  /** The directory name: 32 hex digits of the MD5 of {@code table,startKey,id}. */
  public String encodedName() {
    try {
      byte[] digest = MessageDigest.getInstance("MD5").digest(nameWithoutHash());
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has MD5", e);
    }
  }

  /** The full name: {@code table,startKey,id.encodedName.}. */
  public byte[] name() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(nameWithoutHash());
    out.writeBytes(("." + encodedName() + ".").getBytes(StandardCharsets.US_ASCII));
    return out.toByteArray();
  }

  @Override
  public String toString() {
    return Bytes.printable(name());
  }

  private byte[] nameWithoutHash() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes((table + ",").getBytes(StandardCharsets.UTF_8));
    out.writeBytes(range.startKey());
    out.writeBytes(("," + id).getBytes(StandardCharsets.US_ASCII));
    return out.toByteArray();
  }
}
