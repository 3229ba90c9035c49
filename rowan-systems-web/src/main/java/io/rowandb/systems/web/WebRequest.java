package io.rowandb.systems.web;

import io.javalin.config.Key;
import io.javalin.http.Context;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
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
  static final int TOO_SLOW = 408;
  static final int TOO_LARGE = 413;
  private static final int UNKNOWN_TYPE = 415;

  /** Requests that may wait for the rest of their bodies at once. */
  static final Key<Semaphore> PLACES = new Key<>("places of those who wait for bodies");

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
    return Values.ofLists(parameters(), known);
  }

  /**
   * The same, of which one may come several times.
   *
   * @param many its name, which is among the known ones
   */
  public Values queryOfMany(String many, String... known) {
    return Values.ofLists(parameters(), many, known);
  }

  private Map<String, List<String>> parameters() {
    String query = context.queryString();
    Map<String, List<String>> parameters = FormFields.of(query == null ? "" : query);
    parameters.remove(LANGUAGE);
    return parameters;
  }

  /** The fields of a form, of which no others are allowed than these. */
  public Values form(String... known) throws IOException {
    return form(MOST_FORM_BYTES, known);
  }

  /** The same of a form with a long text in it: {@link #MOST_BYTES} at most. */
  public Values longForm(String... known) throws IOException {
    return form(MOST_BYTES, known);
  }

  private Values form(int mostBytes, String... known) throws IOException {
    requireType(FORM);
    return Values.ofLists(FormFields.of(text(mostBytes)), known);
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

  /**
   * The body, as a text.
   *
   * @throws WebException 503 when too many requests wait for theirs
   */
  public String text() throws IOException {
    return text(MOST_BYTES);
  }

  private String text(int most) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    Semaphore places = context.appData(PLACES);
    boolean waits = sendsWhenTold();
    if (waits) {
      take(places);
    }
    try {
      long begun = System.nanoTime();
      byte[] part = new byte[PART_BYTES];
      InputStream in = context.bodyInputStream();
      for (int length = 0; length >= 0 && body.size() != context.contentLength(); ) {
        if (!waits && in.available() == 0) {
          take(places);
          waits = true;
        }
        length = in.read(part);
        body.write(part, 0, Math.max(0, length));
        check(body.size(), most, System.nanoTime() - begun);
      }
    } finally {
      if (waits) {
        places.release();
      }
    }
    return FormFields.utf8(body.toByteArray(), "the body");
  }

  /** Such a client (RFC 9110, section 10.1.1) learns of a refusal before it sends a body. */
  private boolean sendsWhenTold() {
    return "100-continue".equalsIgnoreCase(context.header("Expect"));
  }

  private void take(Semaphore places) {
    if (!places.tryAcquire()) {
      context.header("Retry-After", "5");
      throw new WebException(
          WebException.UNAVAILABLE, "too many requests wait for the rest of their bodies");
    }
  }

  private static void check(int size, int most, long nanos) {
    if (size > most) {
      throw new WebException(TOO_LARGE, "the body has more than " + most + " bytes");
    }
    if (nanos > MOST_NANOS) {
      throw new WebException(TOO_SLOW, "the body took too long to come");
    }
  }

  /**
   * The body, read as it comes, for one that need not fit in memory. The reader throws a
   * WebException when it is longer, takes longer, or is no text in UTF-8.
   */
  public BufferedReader reader(long mostBytes, Duration most) {
    return new BufferedReader(new BodyReader(context.bodyInputStream(), mostBytes, most));
  }

  /** Of the answer; 200 unless it is said. */
  public void status(int status) {
    context.status(status);
  }
}
