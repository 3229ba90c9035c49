package io.rowandb.systems.web;

import com.google.errorprone.annotations.CompileTimeConstant;
import java.util.List;

/**
 * A piece of HTML. All text that comes into it is escaped: the only way to markup is a template,
 * which must be a constant of the program. Immutable.
 */
public final class Html {
  /** Nothing. */
  public static final Html NONE = new Html("");

  private static final String PLACE = "{}";

  private final String markup;

  private Html(String markup) {
    this.markup = markup;
  }

  /**
   * A template with values in its places, each of which is {@code {}}: between tags, or in an
   * attribute between double quotes. An address in an attribute must not begin with a value.
   *
   * @param values as many as there are places: a piece of HTML or a list of them as it is, anything
   *     else as text
   */
  public static Html of(@CompileTimeConstant String template, Object... values) {
    StringBuilder markup = new StringBuilder(template.length() + 32);
    int from = 0;
    for (Object value : values) {
      int place = template.indexOf(PLACE, from);
      if (place < 0) {
        throw new IllegalArgumentException("fewer places than values: " + template);
      }
      markup.append(template, from, place);
      append(value, markup);
      from = place + PLACE.length();
    }
    if (template.indexOf(PLACE, from) >= 0) {
      throw new IllegalArgumentException("more places than values: " + template);
    }
    return new Html(markup.append(template, from, template.length()).toString());
  }

  /** One after the other. */
  public static Html all(Html... pieces) {
    StringBuilder markup = new StringBuilder();
    append(List.of(pieces), markup);
    return new Html(markup.toString());
  }

  private static void append(Object value, StringBuilder markup) {
    if (value instanceof Html html) {
      markup.append(html.markup);
    } else if (value instanceof List<?> list) {
      list.forEach(each -> append(each, markup));
    } else {
      escape(value.toString(), markup);
    }
  }

  private static void escape(String text, StringBuilder markup) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> markup.append("&amp;");
        case '<' -> markup.append("&lt;");
        case '>' -> markup.append("&gt;");
        case '"' -> markup.append("&quot;");
        case '\'' -> markup.append("&#39;");
        default -> markup.append(c);
      }
    }
  }

  /** The markup. */
  @Override
  public String toString() {
    return markup;
  }
}
