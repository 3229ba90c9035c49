package io.rowandb.tsdb.server.net;

import java.time.Duration;

/**
 * What clients may take of the server.
 *
 * @param maxBodyBytes of a request, unpacked; 1 KB to 1 GB. More is answered with 413
 * @param maxLineBytes of a telnet session, 100 to 1,000,000
 * @param maxConnections at a time, from 1; another one is closed at once
 * @param workers threads for questions, as many for writes, as many for lines; 1 to 1,000
 * @param maxWaiting requests that wait for a worker, from 1; another one is answered with 503
 * @param idle after which a connection on which nothing happens is closed, from 1 s
 * @param slow within which a request must have come, and a client must read 64 KB; from 1 s. An
 *     answer of a question must be read at 256 KB a second on the whole, beyond that time
 */
public record ServerBounds(
    int maxBodyBytes,
    int maxLineBytes,
    int maxConnections,
    int workers,
    int maxWaiting,
    Duration idle,
    Duration slow) {
  /** 8 MB, lines of 4 KB, 1,000 connections, 4 workers, 64 waiting; idle 5 minutes, slow 30 s. */
  public static final ServerBounds DEFAULT =
      new ServerBounds(8 << 20, 4_096, 1_000, 4, 64, Duration.ofMinutes(5), Duration.ofSeconds(30));

  /**
   * Checks them.
   *
   * @throws IllegalArgumentException naming the one that is out of range
   */
  public ServerBounds {
    check("maxBodyBytes", maxBodyBytes, 1 << 10, 1 << 30);
    check("maxLineBytes", maxLineBytes, 100, 1_000_000);
    check("maxConnections", maxConnections, 1, 1_000_000);
    check("workers", workers, 1, 1_000);
    check("maxWaiting", maxWaiting, 1, 1_000_000);
    check("idle in milliseconds", idle.toMillis(), 1_000, Duration.ofDays(10).toMillis());
    check("slow in milliseconds", slow.toMillis(), 1_000, Duration.ofDays(10).toMillis());
  }

  private static void check(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(what + " is " + value + ", not " + least + " to " + most);
    }
  }

  /** With other limits of what is sent. */
  public ServerBounds withSizes(int bodyBytes, int lineBytes) {
    return new ServerBounds(bodyBytes, lineBytes, maxConnections, workers, maxWaiting, idle, slow);
  }

  /** With other workers, and another number of requests that wait for them. */
  public ServerBounds withWorkers(int threads, int waiting) {
    return new ServerBounds(
        maxBodyBytes, maxLineBytes, maxConnections, threads, waiting, idle, slow);
  }

  /** With another number of connections. */
  public ServerBounds withConnections(int most) {
    return new ServerBounds(maxBodyBytes, maxLineBytes, most, workers, maxWaiting, idle, slow);
  }

  /** With other times. */
  public ServerBounds withTimes(Duration idleTime, Duration slowTime) {
    return new ServerBounds(
        maxBodyBytes, maxLineBytes, maxConnections, workers, maxWaiting, idleTime, slowTime);
  }
}
