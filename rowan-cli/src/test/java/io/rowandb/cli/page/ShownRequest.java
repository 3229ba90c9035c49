package io.rowandb.cli.page;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A request as a page shows it, and what it does: {@code curl} with the options that the pages use,
 * or {@code echo "LINE" | nc -N}. It is sent without those programs.
 *
 * @param target the URL without host and port; empty for a line to a socket
 * @param headers names and values, one after the other
 * @param body what is sent; empty for a GET
 */
public record ShownRequest(String target, List<String> headers, Optional<String> body) {
  /** A word of a command line, as a shell takes these apart; quotes are around whole words. */
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  private static final Pattern LINE = Pattern.compile("echo \"([^\"]*)\" \\| nc -N localhost \\d+");

  private static final String HOST = "http://localhost:\\d+";

  /** What curl says of a body when nothing else does. */
  private static final String FORM = "application/x-www-form-urlencoded";

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  /** An answer, and its status; for a line to a socket that of a success. */
  public record Answer(int status, String text) {}

  /**
   * The requests of a block in their order; one may have several lines.
   *
   * @param files what is in files that requests send, by their names
   */
  public static List<ShownRequest> of(PageBlock block, Map<String, String> files) {
    List<ShownRequest> requests = new ArrayList<>();
    for (String command : block.text().split("\n(?=curl |echo )", -1)) {
      var line = LINE.matcher(command.strip());
      if (line.matches()) {
        requests.add(new ShownRequest("", List.of(), Optional.of(line.group(1) + "\n")));
      } else {
        requests.add(curl(command, files));
      }
    }
    return requests;
  }

  private static ShownRequest curl(String command, Map<String, String> files) {
    List<String> words = new ArrayList<>();
    WORD.matcher(command)
        .results()
        .forEach(each -> words.add(each.group(1) == null ? each.group(2) : each.group(1)));
    String target = "";
    List<String> headers = new ArrayList<>();
    Optional<String> body = Optional.empty();
    for (int i = 1; i < words.size(); i++) {
      switch (words.get(i)) {
        case "-H" -> headers.addAll(List.of(words.get(++i).split(": ", 2)));
        case "-d" -> body = Optional.of(words.get(++i).replace("\n", ""));
        case "--data-binary" -> body = Optional.of(files.get(words.get(++i).substring(1)));
        case "-o" -> i++; // where the answer goes
        default -> {
          if (!words.get(i).matches(HOST + "/.*") || !target.isEmpty()) {
            throw new IllegalArgumentException("what is " + words.get(i) + " in " + command);
          }
          target = words.get(i).replaceFirst(HOST, "");
        }
      }
    }
    if (body.isPresent() && !headers.contains("Content-Type")) {
      headers.addAll(List.of("Content-Type", FORM));
    }
    return new ShownRequest(target, headers, body);
  }

  /** Sends it to a server of this machine. */
  public Answer send(int port) throws IOException, InterruptedException {
    return target.isEmpty() ? sendLine(port) : sendHttp(port);
  }

  private Answer sendLine(int port) throws IOException {
    try (Socket socket = new Socket("localhost", port)) {
      socket.getOutputStream().write(body.orElseThrow().getBytes(StandardCharsets.UTF_8));
      socket.shutdownOutput();
      byte[] answer = socket.getInputStream().readAllBytes();
      return new Answer(200, new String(answer, StandardCharsets.UTF_8));
    }
  }

  private Answer sendHttp(int port) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + escaped(target)));
    if (!headers.isEmpty()) {
      request.headers(headers.toArray(String[]::new));
    }
    body.ifPresent(each -> request.POST(BodyPublishers.ofString(each)));
    var answer = CLIENT.send(request.build(), BodyHandlers.ofString(StandardCharsets.ISO_8859_1));
    byte[] bytes = answer.body().getBytes(StandardCharsets.ISO_8859_1);
    return new Answer(answer.statusCode(), new String(bytes, StandardCharsets.UTF_8));
  }

  /** Curl sends what Java's addresses have no place for. */
  private static String escaped(String target) {
    return target.replace("{", "%7B").replace("}", "%7D").replace("[", "%5B").replace("]", "%5D");
  }
}
