package io.rowandb.systems.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fields as a form and the query of an address have them (application/x-www-form-urlencoded, URL
 * Standard, section 5.1), but for this: what is no UTF-8 is refused, and not replaced.
 */
final class FormFields {
  /** More than any page has. */
  private static final int MOST_FIELDS = 100;

  private FormFields() {}

  /** All fields, in their order. */
  static Map<String, List<String>> of(String text) {
    Map<String, List<String>> fields = new LinkedHashMap<>();
    String[] all = text.split("&", MOST_FIELDS + 1);
    if (all.length > MOST_FIELDS) {
      throw WebException.wrong("there are more than " + MOST_FIELDS + " fields");
    }
    for (String each : all) {
      if (!each.isEmpty()) {
        String[] parts = each.split("=", 2);
        fields
            .computeIfAbsent(decoded(parts[0]), name -> new ArrayList<>())
            .add(parts.length == 1 ? "" : decoded(parts[1]));
      }
    }
    return fields;
  }

  /** A decoder of bytes, so that those of one character may stand beside each other in any way. */
  private static String decoded(String text) {
    String bytes = new String(text.getBytes(UTF_8), ISO_8859_1);
    String plain = WebException.checked(() -> URLDecoder.decode(bytes, ISO_8859_1));
    return utf8(plain.getBytes(ISO_8859_1), "a field");
  }

  /**
   * A text.
   *
   * @param what it is, for the error
   */
  static String utf8(byte[] bytes, String what) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw WebException.wrong(what + " is no text in UTF-8");
    }
  }
}
