package net.opentsdb.tsd;

import java.lang.reflect.Proxy;
import java.util.List;
import net.opentsdb.core.PutJudge;
import net.opentsdb.core.TSDB;
import net.opentsdb.core.Tags;
import org.jboss.netty.channel.Channel;

/** What OpenTSDB's own handler of put lines says to a line. */
@SuppressWarnings("JdkObsolete") // OpenTSDB wants a StringBuffer
public final class LineJudge {
  private final TSDB tsdb;
  private final PutDataPointRpc rpc;

  /**
   * One without a table.
   *
   * @param names that have UIDs
   */
  public LineJudge(List<String> names) throws Exception {
    tsdb = PutJudge.create(names);
    rpc = new PutDataPointRpc(tsdb.getConfig());
  }

  /** Its answer; empty when it would write the point. */
  public String answer(String line) {
    return answer(tsdb, rpc, line);
  }

  /** What a handler answers; empty when it would write the point. */
  static String answer(TSDB tsdb, TelnetRpc rpc, String line) {
    StringBuffer said = new StringBuffer(); // of this line alone: a write fails later
    Channel channel =
        (Channel)
            Proxy.newProxyInstance(
                LineJudge.class.getClassLoader(),
                new Class<?>[] {Channel.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("write")) {
                    said.append(arguments[0]);
                  }
                  return method.getReturnType() == boolean.class ? Boolean.TRUE : null;
                });
    rpc.execute(tsdb, channel, Tags.splitString(line, ' '));
    return said.toString();
  }
}
