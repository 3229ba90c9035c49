package io.rowandb.systems.webtable;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.IDN;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The canonical forms of the parts of an address. Each is its own canonical form. */
final class UrlText {
  private static final int MOST_OF_LABEL = 63;
  private static final int MOST_OF_HOST = 253;
  private static final int NUMBERS_OF_IP = 4;
  private static final int MOST_OF_IP = 255;

  /** Characters of a wrong address that an error shows. */
  private static final int SHOWN = 200;

  private static final String UNRESERVED = "-._~";

  /** What a path and a query have as it is: RFC 3986, 3.3 and 3.4. */
  private static final String PLAIN = UNRESERVED + "!$&'()*+,;=:@/";

  /**
   * Sharp s, its capital, the final sigma, and the two joiners. Java's IDN follows IDNA 2003, which
   * makes them ss, sigma and nothing; browsers follow UTS 46, where they stay. So one name would be
   * two hosts.
   */
  private static final String DIFFERING = "\u00df\u1e9e\u03c2\u200c\u200d";

  private UrlText() {}

  /** For errors: its beginning, with what cannot be seen escaped. */
  static String shown(String text) {
    StringBuilder shown = new StringBuilder("\"");
    text.chars()
        .limit(SHOWN)
        .forEach(
            each -> {
              if (each < ' '
                  || (each >= 0x7F && each < 0xA1)
                  || Character.isSurrogate((char) each)) {
                shown.append(String.format("\\u%04X", each));
              } else {
                shown.append((char) each);
              }
            });
    return shown.append(text.length() > SHOWN ? " …\"" : "\"").toString();
  }

  /** What no address has. */
  static void checkCharacters(String text) {
    if (text.length() > PageUrl.MOST_CHARACTERS) {
      throw new IllegalArgumentException(
          "has " + text.length() + " characters, and at most " + PageUrl.MOST_CHARACTERS);
    }
    text.codePoints()
        .forEach(
            each -> {
              if (each <= ' ' || each == 0x7F || each == '\\') {
                throw new IllegalArgumentException(
                    each == '\\' ? "has a backslash" : "has a space or a control character");
              }
              if (each <= 0xFFFF && Character.isSurrogate((char) each)) {
                throw new IllegalArgumentException("has half a character");
              }
            });
  }

  /** Where the host, behind the scheme, and its port end. */
  static int authorityEnd(String text) {
    int end = 0;
    while (end < text.length() && text.charAt(end) != '/' && text.charAt(end) != '?') {
      if (text.charAt(end) == '@') {
        throw new IllegalArgumentException("has a user name");
      }
      if (text.charAt(end) == '[') {
        throw new IllegalArgumentException("has an IPv6 address, which are not taken");
      }
      end++;
    }
    return end;
  }

  /**
   * The canonical form of a host.
   *
   * @throws IllegalArgumentException when it is none
   */
  static String host(String text) {
    boolean ascii = text.chars().allMatch(each -> each < 0x80);
    String written = ascii ? text : punycode(text);
    String host = written.toLowerCase(Locale.ROOT);
    if (host.endsWith(".")) {
      host = host.substring(0, host.length() - 1);
    }
    if (host.length() > MOST_OF_HOST) {
      throw new IllegalArgumentException(
          "host has " + host.length() + " characters, and at most " + MOST_OF_HOST);
    }
    String[] labels = host.split("\\.", -1);
    for (String label : labels) {
      checkLabel(host, label);
    }
    String last = labels[labels.length - 1];
    if (isNumber(last) && !isIp(labels)) {
      throw new IllegalArgumentException(
          "host " + shown(host) + " ends with a number, and is no IPv4 address");
    }
    return host;
  }

  private static String punycode(String text) {
    text.chars()
        .filter(each -> DIFFERING.indexOf(each) >= 0)
        .findFirst()
        .ifPresent(
            each -> {
              throw new IllegalArgumentException(
                  String.format(
                      Locale.ROOT,
                      "host %s has U+%04X, which not all programs take for the same host:"
                          + " write its label in punycode, xn--…",
                      shown(text),
                      each));
            });
    try {
      return IDN.toASCII(text, IDN.ALLOW_UNASSIGNED);
    } catch (RuntimeException e) { // of some texts not the one that it declares
      throw new IllegalArgumentException(
          "host " + shown(text) + " has no form in ASCII: " + e.getMessage(), e);
    }
  }

  private static void checkLabel(String host, String label) {
    boolean right = !label.isEmpty() && label.length() <= MOST_OF_LABEL;
    for (int i = 0; i < label.length(); i++) {
      right &= isLetterOrDigit(label.charAt(i)) || label.charAt(i) == '-' || label.charAt(i) == '_';
    }
    if (!right) {
      throw new IllegalArgumentException(
          "host "
              + shown(host)
              + " is not of labels of 1 to "
              + MOST_OF_LABEL
              + " letters, digits, hyphens and underscores");
    }
  }

  private static boolean isLetterOrDigit(int each) {
    return (each >= 'a' && each <= 'z')
        || (each >= 'A' && each <= 'Z')
        || (each >= '0' && each <= '9');
  }

  private static boolean isNumber(String label) {
    return label.chars().allMatch(each -> each >= '0' && each <= '9') || label.startsWith("0x");
  }

  private static boolean isIp(String[] labels) {
    return labels.length == NUMBERS_OF_IP
        && Arrays.stream(labels)
            .allMatch(
                each -> each.matches("0|[1-9][0-9]{0,2}") && Integer.parseInt(each) <= MOST_OF_IP);
  }

  /** A canonical host as the row keys begin. */
  static String site(String host) {
    List<String> labels = new ArrayList<>(List.of(host.split("\\.", -1)));
    if (isNumber(labels.get(labels.size() - 1))) {
      return "[" + host + "]";
    }
    Collections.reverse(labels);
    return String.join(".", labels) + ".";
  }

  /** The host of a site. */
  static String hostOf(String site) {
    if (site.startsWith("[")) {
      return site.substring(1, site.length() - 1);
    }
    List<String> labels = new ArrayList<>(List.of(site.split("\\.")));
    Collections.reverse(labels);
    return String.join(".", labels);
  }

  /** The canonical form of a path with its query, either of which may be missing. */
  static String path(String text) {
    int mark = text.indexOf('?');
    String path = withoutDots(escaped(mark < 0 ? text : text.substring(0, mark), PLAIN));
    return mark < 0 ? path : path + "?" + escaped(text.substring(mark + 1), PLAIN + "?");
  }

  private static String withoutDots(String path) {
    List<String> kept = new ArrayList<>();
    String[] segments = path.split("/", -1);
    for (int i = 1; i < segments.length; i++) {
      String each = segments[i];
      boolean isLast = i == segments.length - 1;
      if (each.equals("..") && !kept.isEmpty()) {
        kept.remove(kept.size() - 1);
      }
      if (!each.equals("..") && !each.equals(".")) {
        kept.add(each);
      } else if (isLast) {
        kept.add("");
      }
    }
    return "/" + String.join("/", kept);
  }

  private static String escaped(String text, String plain) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      int each = text.codePointAt(i);
      int escape = each == '%' ? escape(text, i) : -1;
      if (escape >= 0) {
        append(escaped, escape, UNRESERVED);
        i += 3;
      } else if (each < 0x80) {
        append(escaped, each, plain);
        i++;
      } else {
        for (byte unit : Character.toString(each).getBytes(UTF_8)) {
          append(escaped, unit & 0xFF, plain);
        }
        i += Character.charCount(each);
      }
    }
    return escaped.toString();
  }

  /** The byte of an escape, -1 for none. */
  private static int escape(String text, int at) {
    if (at + 2 >= text.length()) {
      return -1;
    }
    int high = hex(text.charAt(at + 1));
    int low = hex(text.charAt(at + 2));
    return high < 0 || low < 0 ? -1 : high << 4 | low;
  }

  /** Of the digits of ASCII alone. */
  private static int hex(char digit) {
    return digit < 0x80 ? Character.digit(digit, 16) : -1;
  }

  private static void append(StringBuilder to, int unit, String plain) {
    if (isLetterOrDigit(unit) || plain.indexOf(unit) >= 0) {
      to.append((char) unit);
    } else {
      to.append(String.format(Locale.ROOT, "%%%02X", unit));
    }
  }
}
