package io.rowandb.systems.web;

import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A request. Used by the thread that answers it. */
public final class WebRequest {
  /** The longest body that is read: 1 MiB, some 10,000 records. */
  public static final int MOST_BYTES = 1 << 20;

  /** The same of a form, whose fields may be many and empty. */
  private static final int MOST_FORM_BYTES = 1 << 16;

  /** The parameter and the cookie that say the language. */
  static final String LANGUAGE = "lang";

  private static final String FORM = "application/x-www-form-urlencoded";
  private static final int TOO_SLOW = 408;
  private static final int TOO_LARGE = 413;
  private static final int UNKNOWN_TYPE = 415;

  private static final int PART_BYTES = 8192;

  /** A thread waits for the rest of a body so long, however it drips. */
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Context context;

  WebRequest(Context context) {
    this.context = context;
  }

  /** The language of the page that is asked for. */
  public Language language() {
    return asked()
        .or(() -> Optional.ofNullable(context.cookie(LANGUAGE)).flatMap(Language::of))
        .orElseGet(() -> Language.wished(context.header("Accept-Language")));
  }

  /** The language that the address itself asks for. */
  Optional<Language> asked() {
    return Optional.ofNullable(context.queryParam(LANGUAGE)).flatMap(Language::of);
  }

  /** The values in the places of the path. */
  public Values path() {
    Map<String, String> places = context.pathParamMap();
    return Values.of(places, places.keySet().toArray(String[]::new));
  }

  /** The parameters behind the question mark, of which no others are allowed than these. */
  public Values query(String... known) {
    Map<String, List<String>> parameters = new HashMap<>(context.queryParamMap());
    parameters.remove(LANGUAGE);
    return Values.ofLists(parameters, known);
  }

  /** The fields of a form, of which no others are allowed than these. */
  public Values form(String... known) throws IOException {
    requireType(FORM);
    Map<String, List<String>> fields = new LinkedHashMap<>();
    for (String each : text(MOST_FORM_BYTES).split("&", -1)) {
      if (!each.isEmpty()) {
        String[] parts = each.split("=", 2);
        fields
            .computeIfAbsent(decoded(parts[0]), name -> new ArrayList<>())
            .add(parts.length == 1 ? "" : decoded(parts[1]));
      }
    }
    return Values.ofLists(fields, known);
  }

  private static String decoded(String text) {
    return WebException.checked(() -> URLDecoder.decode(text, StandardCharsets.UTF_8));
  }

  /** The type of the body, which must be one of these. */
  public String requireType(String... types) {
    String type = type(context);
    if (!List.of(types).contains(type)) {
      throw new WebException(
          UNKNOWN_TYPE, "Content-Type is \"" + type + "\", not " + String.join(" or ", types));
    }
    return type;
  }

  /** The type without what says more of it; empty when there is none. */
  static String type(Context context) {
    String type = context.header("Content-Type");
    return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /** The body, as a text. */
  public String text() throws IOException {
    return text(MOST_BYTES);
  }

  private String text(int most) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    long begun = System.nanoTime();
    byte[] part = new byte[PART_BYTES];
    InputStream in = context.bodyInputStream();
    for (int length = in.read(part); length >= 0; length = in.read(part)) {
      body.write(part, 0, length);
      if (body.size() > most) {
        throw new WebException(TOO_LARGE, "the body has more than " + most + " bytes");
      }
      if (System.nanoTime() - begun > MOST_NANOS) {
        throw new WebException(TOO_SLOW, "the body took too long to come");
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(body.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw WebException.wrong("the body is no text in UTF-8");
    }
  }

  /** Of the answer; 200 unless it is said. */
  public void status(int status) {
    context.status(status);
  }

  Context context() {
    return context;
  }
}
