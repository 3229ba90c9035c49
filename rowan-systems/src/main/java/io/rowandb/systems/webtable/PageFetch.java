package io.rowandb.systems.webtable;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a crawler got when it fetched a page.
 *
 * @param url of the page
 * @param time when, in whole milliseconds of a year from 1970 to 9999
 * @param status of HTTP, from 100 to 599
 * @param type of the content, such as {@code text/html}; up to 200 characters, which may be none
 * @param body up to 4,000,000 bytes in UTF-8, which may be none
 * @param links in the order of the page; up to 10,000, whose addresses and texts have up to
 *     4,000,000 bytes in UTF-8
 */
public record PageFetch(
    PageUrl url, Instant time, int status, String type, String body, List<PageLink> links) {
  /**
   * Bytes that a body has at most in UTF-8, and all links together: HBase refuses cells of 10 MB.
   */
  public static final int MOST_BYTES = 4_000_000;

  /** Links that a page has at most. */
  public static final int MOST_LINKS = 10_000;

  private static final int MOST_OF_TYPE = 200;
  private static final int FIRST_STATUS = 100;
  private static final int LAST_STATUS = 599;
  private static final int FIRST_RIGHT = 200;
  private static final int FIRST_OTHER = 300;
  private static final int HASH_BYTES = 16;
  private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

  /**
   * Checks the values, and copies the list.
   *
   * @throws IllegalArgumentException naming the value that is out of range
   */
  public PageFetch {
    links = List.copyOf(links);
    checkTime("time", time);
    if (status < FIRST_STATUS || status > LAST_STATUS) {
      throw new IllegalArgumentException(
          "status " + status + " is not from " + FIRST_STATUS + " to " + LAST_STATUS);
    }
    if (type.length() > MOST_OF_TYPE) {
      throw new IllegalArgumentException(
          "type has " + type.length() + " characters, and at most " + MOST_OF_TYPE);
    }
    checkText("type", type);
    checkText("body", body);
    checkBytes("body", bytes(body));
    if (links.size() > MOST_LINKS) {
      throw new IllegalArgumentException(
          url + " has " + links.size() + " links, and at most " + MOST_LINKS);
    }
    checkBytes("all links", links.stream().mapToLong(PageLink::bytes).sum());
  }

  static void checkTime(String what, Instant time) {
    if (time.isBefore(Instant.EPOCH) || !time.isBefore(END)) {
      throw new IllegalArgumentException(what + " " + time + " is not in a year from 1970 to 9999");
    }
    if (!Instant.ofEpochMilli(time.toEpochMilli()).equals(time)) {
      throw new IllegalArgumentException(what + " " + time + " has more than milliseconds");
    }
  }

  static void checkBytes(String what, long bytes) {
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          what + " has " + bytes + " bytes in UTF-8, and at most " + MOST_BYTES);
    }
  }

  /** Bytes of a text in UTF-8, counted without making them. */
  static long bytes(String text) {
    return text.codePoints()
        .mapToLong(each -> each < 0x80 ? 1 : each < 0x800 ? 2 : each < 0x10000 ? 3 : 4)
        .sum();
  }

  /** Half a character has no form in UTF-8. */
  static void checkText(String what, String text) {
    if (!UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException(what + " has half a character");
    }
  }

  static boolean isThere(int status) {
    return status >= FIRST_RIGHT && status < FIRST_OTHER;
  }

  /** Whether the page was there: a status from 200 to 299. */
  public boolean isThere() {
    return isThere(status);
  }

  /** The links, with their places. */
  public Stream<PageAnchor> anchors() {
    return IntStream.range(0, links.size())
        .mapToObj(
            place ->
                new PageAnchor(url, place, links.get(place).target(), links.get(place).text()));
  }

  /** The first 16 bytes of the body's SHA-256, in hexadecimal. */
  public String hash() {
    try {
      byte[] whole = MessageDigest.getInstance("SHA-256").digest(body.getBytes(UTF_8));
      return HexFormat.of().formatHex(whole, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
