package net.opentsdb.tsd;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import net.opentsdb.core.PutJudge;
import net.opentsdb.core.TSDB;
import net.opentsdb.tree.BuilderJudge;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.hbase.async.HBaseClient;
import org.jboss.netty.buffer.ChannelBuffers;
import org.jboss.netty.channel.Channel;
import org.jboss.netty.channel.Channels;
import org.jboss.netty.handler.codec.http.DefaultHttpRequest;
import org.jboss.netty.handler.codec.http.HttpMethod;
import org.jboss.netty.handler.codec.http.HttpResponse;
import org.jboss.netty.handler.codec.http.HttpVersion;

/** What OpenTSDB's own handler of trees answers, on tables that are there. */
public final class TreeJudge {
  private final TSDB tsdb;
  private final TreeRpc rpc = new TreeRpc();

  /**
   * One with the tables of names and meta data that another one has.
   *
   * @param tree its own table of trees
   */
  public TreeJudge(Connection connection, TableName uid, TableName meta, TableName tree)
      throws Exception {
    Logger.getLogger("net.opentsdb").setLevel(Level.OFF); // it tells of each request that fails
    tsdb =
        PutJudge.create(
            new HBaseClient(connection),
            config -> {
              config.overrideConfig("tsd.storage.hbase.uid_table", uid.getNameAsString());
              config.overrideConfig("tsd.storage.hbase.meta_table", meta.getNameAsString());
              config.overrideConfig("tsd.storage.hbase.tree_table", tree.getNameAsString());
              config.overrideConfig("tsd.http.show_stack_trace", "false");
            });
  }

  /** An answer. */
  public record Answer(int status, String body) {}

  /** Its answer to a request. */
  public Answer ask(String method, String path, String body) throws Exception {
    BuilderJudge.forget();
    DefaultHttpRequest request =
        new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(method), path);
    request.setContent(ChannelBuffers.copiedBuffer(body, StandardCharsets.UTF_8));
    HttpResponse[] said = new HttpResponse[1];
    HttpQuery query = new HttpQuery(tsdb, request, channel(said));
    query.getQueryBaseRoute(); // finds the version of the interface
    try {
      rpc.execute(tsdb, query);
    } catch (BadRequestException e) {
      query.badRequest(e);
    } catch (RuntimeException e) {
      query.internalError(e);
    }
    return new Answer(
        said[0].getStatus().getCode(), said[0].getContent().toString(StandardCharsets.UTF_8));
  }

  private static Channel channel(HttpResponse[] said) {
    return (Channel)
        Proxy.newProxyInstance(
            TreeJudge.class.getClassLoader(),
            new Class<?>[] {Channel.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "isConnected" -> true;
                  case "write" -> {
                    said[0] = (HttpResponse) arguments[0];
                    yield Channels.succeededFuture((Channel) proxy);
                  }
                  case "toString" -> "nowhere";
                  case "hashCode" -> 0;
                  default -> null;
                });
  }

  /** Puts a series that has meta data into a tree. */
  public void process(int treeId, String tsuid) throws Exception {
    BuilderJudge.process(tsdb, treeId, tsuid);
  }
}
