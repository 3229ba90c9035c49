package io.rowandb.systems.messages;

import io.rowandb.schema.value.Utf8;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;

/**
 * That a message is in a box of a person. It says nothing of the message but its id.
 *
 * @param owner whose box
 * @param other of {@link Box#WITH} the other person, of {@link Box#CONVERSATION} the digest of all
 *     people, else empty
 * @param people how many have a part in it
 */
record BoxRow(String owner, Box box, String other, Instant time, String id, int people) {
  /** Half of SHA-256: a mix-up would be noticed, as the message is looked at. */
  private static final int DIGEST_BYTES = 16;

  /** Which of a person's boxes. Its ordinal is in the key: new ones come at the end. */
  enum Box {
    /** What the person received. */
    INBOX,
    /** What the person sent. */
    SENT,
    /** What the person received and has not read. */
    UNREAD,
    /** What the person received from the other, or sent to the other. */
    WITH,
    /** What went between the same people, who are more than two. */
    CONVERSATION
  }

  /** What stands for these people in a key. */
  static String conversation(Set<String> people) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String each : new TreeSet<>(people)) {
        byte[] name = Utf8.encode(each);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(name.length).array());
        digest.update(name);
      }
      return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), DIGEST_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
