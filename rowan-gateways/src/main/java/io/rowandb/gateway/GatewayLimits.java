package io.rowandb.gateway;

import org.apache.hadoop.conf.Configuration;

/**
 * The limits that a gateway sets for its clients, so that none of them can crash it or keep the
 * others out.
 *
 * @param requestBytes the maximum size of one request on the wire
 * @param answerBytes an answer with rows ends after the row that reaches this size
 * @param totalBytes the approximate maximum memory of all requests, pending answers and open
 *     scanners together
 * @param requestMillis how long a request may take to arrive, from its first byte on, and an answer
 *     to be sent
 * @param scanners the maximum number of open scanners
 * @param clientScanners the maximum number of open scanners of one connection
 */
record GatewayLimits(
    int requestBytes,
    long answerBytes,
    long totalBytes,
    int requestMillis,
    int scanners,
    int clientScanners) {
  static final String REQUEST_BYTES_KEY = "rowan.gateway.request.bytes";
  static final String ANSWER_BYTES_KEY = "rowan.gateway.answer.bytes";
  static final String TOTAL_BYTES_KEY = "rowan.gateway.total.bytes";
  static final String REQUEST_MILLIS_KEY = "rowan.gateway.request.millis";
  static final String SCANNERS_KEY = "rowan.gateway.scanners";
  static final String CLIENT_SCANNERS_KEY = "rowan.gateway.client.scanners";

  private static final long MEBIBYTE = 1 << 20;

  /**
   * Those that a configuration asks for.
   *
   * @throws IllegalArgumentException names a key whose value is no number of 1 or more
   */
  static GatewayLimits of(Configuration conf) {
    long heap = Runtime.getRuntime().maxMemory();
    long total = positive(conf, TOTAL_BYTES_KEY, heap / 4, Long.MAX_VALUE);
    return new GatewayLimits(
        (int) positive(conf, REQUEST_BYTES_KEY, requestBytes(total), Integer.MAX_VALUE / 2),
        positive(conf, ANSWER_BYTES_KEY, answerBytes(total), Long.MAX_VALUE),
        total,
        (int) positive(conf, REQUEST_MILLIS_KEY, 60_000, Integer.MAX_VALUE),
        (int) positive(conf, SCANNERS_KEY, 1_000, Integer.MAX_VALUE),
        (int) positive(conf, CLIENT_SCANNERS_KEY, 100, Integer.MAX_VALUE));
  }

  /** So long that a request alone finds room, as it came and as what it becomes. */
  private static long requestBytes(long totalBytes) {
    return Math.max(1, Math.min(64 * MEBIBYTE, totalBytes / 4));
  }

  /** So long that several find room at once, each as what it is made of and as what is sent. */
  private static long answerBytes(long totalBytes) {
    return Math.max(1, Math.min(64 * MEBIBYTE, totalBytes / 16));
  }

  /** The number that a key has. */
  static long positive(Configuration conf, String key, long byDefault, long greatest) {
    String text = conf.getTrimmed(key);
    if (text == null) {
      return byDefault;
    }
    long value;
    try {
      value = Long.parseLong(text);
    } catch (NumberFormatException e) {
      value = 0;
    }
    if (value < 1 || value > greatest) {
      throw new IllegalArgumentException(
          key + " is \"" + text + "\"; it must be a number from 1 to " + greatest);
    }
    return value;
  }
}
