package io.rowandb.systems.forum;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.value.Utf8;
import java.util.Arrays;
import java.util.Base64;

/** Tokens of the pages of one question: each has what was shown last. Immutable. */
final class ThreadPageToken {
  /** Characters of a wrong token that an error shows. */
  private static final int SHOWN = 60;

  private static final int QUESTION_BYTES = 8;
  private static final Digest DIGEST = Digest.md5(QUESTION_BYTES);

  private final byte[] question;

  private ThreadPageToken(byte[] question) {
    this.question = question;
  }

  /** Of a question about a post in one of its lives. */
  static ThreadPageToken of(String question, String post, int life) {
    return new ThreadPageToken(DIGEST.of(Utf8.encode(question + '\n' + post + '\n' + life)));
  }

  String token(byte[] last) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(ForumCells.joined(question, last));
  }

  /**
   * What was shown last.
   *
   * @param from the least that it can be
   * @param to the least that it cannot be
   * @throws IllegalArgumentException when the token is of another question, or none
   */
  byte[] position(String token, byte[] from, byte[] to) {
    byte[] position = position(token);
    if (Arrays.compareUnsigned(position, from) <= 0 || Arrays.compareUnsigned(position, to) >= 0) {
      throw wrong(token);
    }
    return position;
  }

  static IllegalArgumentException wrong(String token) {
    return new IllegalArgumentException(shown(token) + " is no token of a page");
  }

  /** Its beginning when it is long, as tokens of nobody may be. */
  private static String shown(String token) {
    return '"' + (token.length() <= SHOWN ? token : token.substring(0, SHOWN) + " …") + '"';
  }

  private byte[] position(String token) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(token);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(shown(token) + " is no token of a page", e);
    }
    if (bytes.length <= QUESTION_BYTES
        || !Arrays.equals(Arrays.copyOf(bytes, QUESTION_BYTES), question)) {
      throw new IllegalArgumentException(
          "the token "
              + shown(token)
              + " is of another question, or of a post that was removed since");
    }
    return Arrays.copyOfRange(bytes, QUESTION_BYTES, bytes.length);
  }
}
