package io.rowandb.systems.web.messages;

import io.rowandb.systems.messages.MessageTraffic;
import io.rowandb.systems.messages.Messages;
import io.rowandb.systems.web.BackgroundLoad;
import io.rowandb.systems.web.BackgroundLoad.Progress;
import io.rowandb.systems.web.SampleData;
import java.io.IOException;
import java.time.Instant;

/** Made-up messages for empty tables, always the same. Thread-safe. */
final class SampleMessages implements SampleData, AutoCloseable {
  static final MessageTraffic TRAFFIC =
      new MessageTraffic(1, 50, 600, Instant.parse("2011-03-01T00:00:00Z"), 30);

  private final MessageSpace space;
  private final BackgroundLoad load = new BackgroundLoad();

  SampleMessages(MessageSpace space) {
    this.space = space;
  }

  @Override
  public Progress progress() {
    return load.progress();
  }

  /** Begins to send them; refuses to mix them with messages of others. */
  @Override
  public void start() throws IOException {
    Messages messages = space.made();
    load.start(
        TRAFFIC.messages(),
        () -> !messages.isEmpty(),
        "there are messages; sample messages are for an empty table",
        next -> messages.load(TRAFFIC.stream().takeWhile(each -> next.getAsBoolean())));
  }

  @Override
  public void close() {
    load.close();
  }
}
