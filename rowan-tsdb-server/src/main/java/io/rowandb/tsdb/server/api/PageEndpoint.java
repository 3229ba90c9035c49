package io.rowandb.tsdb.server.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Objects;

/** The page that draws series: one file, with its style and its script. */
public final class PageEndpoint implements ApiEndpoint {
  private static final byte[] PAGE = read();

  PageEndpoint() {}

  private static byte[] read() {
    try (InputStream in = PageEndpoint.class.getResourceAsStream("page.html")) {
      return Objects.requireNonNull(in, "page.html").readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void answer(ApiRequest request, ApiAnswer answer) throws IOException {
    request.allow("GET");
    answer.send(200, ApiAnswer.HTML, PAGE);
  }

  /** What a browser may load and run: what is in the page, and answers of this server. */
  public static String contentPolicy() {
    return "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none';"
        + " frame-ancestors 'none'; script-src 'sha256-"
        + hash("script")
        + "'; style-src 'sha256-"
        + hash("style")
        + "'";
  }

  private static String hash(String element) {
    String page = new String(PAGE, StandardCharsets.UTF_8);
    String begin = "<" + element + ">";
    int from = page.indexOf(begin) + begin.length();
    String text = page.substring(from, page.indexOf("</" + element + ">", from));
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return Base64.getEncoder().encodeToString(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
