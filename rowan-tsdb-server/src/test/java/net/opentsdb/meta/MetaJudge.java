package net.opentsdb.meta;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import net.opentsdb.utils.JSON;

/** What OpenTSDB answers of meta data. */
public final class MetaJudge {
  private MetaJudge() {}

  /** Of a name, read from its answer. */
  public static byte[] uid(byte[] answer) {
    return JSON.serializeToBytes(JSON.parseToObject(answer, UIDMeta.class));
  }

  /**
   * Of a series.
   *
   * @param stored what is stored of it
   * @param metric the answer of its metric
   * @param tags the answers of its tags, keys and values
   */
  public static byte[] series(
      byte[] stored, byte[] metric, List<byte[]> tags, long lastReceived, long points)
      throws ReflectiveOperationException {
    TSMeta meta = JSON.parseToObject(stored, TSMeta.class);
    set(meta, "metric", JSON.parseToObject(metric, UIDMeta.class));
    List<UIDMeta> all = new ArrayList<>();
    tags.forEach(each -> all.add(JSON.parseToObject(each, UIDMeta.class)));
    set(meta, "tags", all);
    set(meta, "last_received", lastReceived);
    set(meta, "total_dps", points);
    return JSON.serializeToBytes(meta);
  }

  private static void set(TSMeta meta, String name, Object value)
      throws ReflectiveOperationException {
    Field field = TSMeta.class.getDeclaredField(name);
    field.setAccessible(true);
    field.set(meta, value);
  }
}
