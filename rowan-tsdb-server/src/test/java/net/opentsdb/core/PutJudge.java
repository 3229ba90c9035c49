package net.opentsdb.core;

import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Consumer;
import net.opentsdb.uid.UniqueId;
import net.opentsdb.utils.Config;
import org.hbase.async.HBaseClient;

/** OpenTSDB without a table: it checks points; those that it would write get nowhere. */
public final class PutJudge {
  private PutJudge() {}

  /**
   * One with the usual settings.
   *
   * @param names that have UIDs, of each kind
   */
  public static TSDB create(List<String> names) throws Exception {
    return create(names, config -> {});
  }

  /** The same with other settings. */
  public static TSDB create(List<String> names, Consumer<Config> settings) throws Exception {
    TSDB tsdb = create(new HBaseClient("nowhere"), settings);
    Method keep = UniqueId.class.getDeclaredMethod("addIdToCache", String.class, byte[].class);
    keep.setAccessible(true);
    for (int i = 0; i < names.size(); i++) {
      for (UniqueId kind : List.of(tsdb.metrics, tsdb.tag_names, tsdb.tag_values)) {
        keep.invoke(kind, names.get(i), new byte[] {0, 0, (byte) (i + 1)});
      }
    }
    return tsdb;
  }

  /** One on tables. */
  public static TSDB create(HBaseClient client, Consumer<Config> settings) throws Exception {
    Config config = new Config(false);
    config.overrideConfig("tsd.core.plugin_path", "");
    config.overrideConfig("tsd.storage.enable_compaction", "false");
    settings.accept(config);
    return new TSDB(client, config);
  }
}
