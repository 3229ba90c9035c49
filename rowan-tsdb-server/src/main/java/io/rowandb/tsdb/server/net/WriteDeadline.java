package io.rowandb.tsdb.server.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Closes a connection whose client does not read what is written. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes the connection, which is seen
final class WriteDeadline {
  private WriteDeadline() {}

  static void set(Channel channel, ChannelFuture written, Duration most) {
    if (written.isDone()) {
      return;
    }
    Future<?> end =
        channel.eventLoop().schedule(() -> channel.close(), most.toMillis(), TimeUnit.MILLISECONDS);
    written.addListener(done -> end.cancel(false));
  }
}
