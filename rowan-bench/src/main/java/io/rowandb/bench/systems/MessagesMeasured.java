package io.rowandb.bench.systems;

import io.rowandb.systems.messages.Folder;
import io.rowandb.systems.messages.Message;
import io.rowandb.systems.messages.MessageTraffic;
import io.rowandb.systems.messages.Messages;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;

/** Messages of a year, a hundred of each person; one in ten has several receivers. */
final class MessagesMeasured implements MeasuredSystem {
  private static final int OF_A_PERSON = 100;
  private static final int MOST_PEOPLE = 1_000_000;
  private static final int PAGE = 20;
  private static final int DAYS = 365;
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

  private final Messages messages;
  private final long count;
  private final int people;
  private final EndlessData<Message> more;

  MessagesMeasured(Connection connection, long count) throws IOException {
    this.count = count;
    this.people = (int) Math.max(OF_A_PERSON, Math.min(MOST_PEOPLE, count / OF_A_PERSON));
    this.messages = Messages.open(connection);
    this.more = new EndlessData<>(2, this::traffic);
  }

  private Stream<Message> traffic(long seed) {
    return new MessageTraffic(seed, people, count, FIRST, DAYS).stream();
  }

  @Override
  public String loaded() {
    return "messages";
  }

  @Override
  public long load(long wanted) throws IOException {
    return messages.load(traffic(1));
  }

  @Override
  public void write() throws IOException {
    messages.send(more.next());
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Question("messages: inbox", r -> page(Folder.inbox(person(r)))),
        new Question("messages: sent", r -> page(Folder.sent(person(r)))),
        new Question("messages: unread", r -> messages.unread(person(r))),
        new Question("messages: with a person", r -> page(Folder.with(person(r), person(r)))));
  }

  private long page(Folder folder) throws IOException {
    return messages.page(folder, PAGE).records().size();
  }

  /** As senders are spread: the small numbers more often. */
  private String person(SplittableRandom random) {
    return MessageTraffic.name((int) (people * Math.pow(random.nextDouble(), 3)));
  }

  @Override
  public void close() throws IOException {
    messages.close();
  }
}
