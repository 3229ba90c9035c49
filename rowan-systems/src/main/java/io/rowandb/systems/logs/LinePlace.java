package io.rowandb.systems.logs;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.KeyReader;
import io.rowandb.schema.key.KeyWriter;
import io.rowandb.schema.value.Utf8;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/**
 * Where a line stands among those of an answer: they come by time, and those of one time by the
 * keys of their rows, as the entries of one guid do. Immutable.
 *
 * @param time of the line, to the millisecond
 * @param key of its row
 */
record LinePlace(Instant time, byte[] key) implements Comparable<LinePlace> {
  /** Characters of a wrong token that an error shows. */
  private static final int SHOWN = 60;

  private static final int QUESTION_BYTES = 8;
  private static final Digest DIGEST = Digest.sha256(QUESTION_BYTES);

  static LinePlace of(LogRecord line) {
    return new LinePlace(line.time(), LogStore.DESIGN.key().encode(line));
  }

  @Override
  public int compareTo(LinePlace other) {
    int byTime = Long.compare(time.toEpochMilli(), other.time.toEpochMilli());
    return byTime != 0 ? byTime : Arrays.compareUnsigned(key, other.key);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LinePlace place && compareTo(place) == 0;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key);
  }

  /** For who asks on behind it. */
  String token(LogQuery question) {
    byte[] bytes =
        new KeyWriter()
            .write(digest(question))
            .writeBigEndian(time.toEpochMilli(), Long.BYTES)
            .write(key)
            .toByteArray();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] digest(LogQuery question) {
    return DIGEST.of(Utf8.encode(question.toString()));
  }

  /**
   * The place of a token.
   *
   * @throws IllegalArgumentException when it is of another question, or none
   */
  static LinePlace of(String token, LogQuery question) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(token);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(shown(token) + " is no token of a page", e);
    }
    if (bytes.length <= QUESTION_BYTES + Long.BYTES
        || !Arrays.equals(Arrays.copyOf(bytes, QUESTION_BYTES), digest(question))) {
      throw new IllegalArgumentException("the token " + shown(token) + " is of another question");
    }
    KeyReader in = new KeyReader(bytes);
    in.skip(QUESTION_BYTES);
    Instant time = Instant.ofEpochMilli(in.readBigEndian(Long.BYTES));
    if (time.isBefore(question.begin()) || !time.isBefore(question.end())) {
      throw new IllegalArgumentException(shown(token) + " is no token of a page");
    }
    return new LinePlace(time, in.read(in.remaining()));
  }

  /** Its beginning when it is long, as tokens of nobody may be. */
  private static String shown(String token) {
    return '"' + (token.length() <= SHOWN ? token : token.substring(0, SHOWN) + " …") + '"';
  }
}
