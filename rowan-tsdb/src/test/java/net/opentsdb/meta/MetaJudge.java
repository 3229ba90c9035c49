package net.opentsdb.meta;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import net.opentsdb.utils.JSON;

/** What OpenTSDB makes of meta data. */
public final class MetaJudge {
  private MetaJudge() {}

  private static Object call(Object on, String name, Class<?>[] types, Object... arguments)
      throws ReflectiveOperationException {
    Method method = on.getClass().getDeclaredMethod(name, types);
    method.setAccessible(true);
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("the judge failed at " + name, e.getCause());
    }
  }

  /** As it reads the JSON of a request, or of the store. */
  public static UIDMeta uid(byte[] json) {
    return JSON.parseToObject(json, UIDMeta.class);
  }

  /** As it reads the JSON of a request, or of the store. */
  public static TSMeta series(byte[] json) {
    return JSON.parseToObject(json, TSMeta.class);
  }

  /** As it reads one of the store before it merges it. */
  public static UIDMeta storedUid(byte[] json) throws ReflectiveOperationException {
    UIDMeta meta = uid(json);
    call(meta, "initializeChangedMap", new Class<?>[0]);
    return meta;
  }

  /** A change of what is stored. */
  public static void merge(UIDMeta change, UIDMeta stored, boolean overwrite)
      throws ReflectiveOperationException {
    call(change, "syncMeta", new Class<?>[] {UIDMeta.class, boolean.class}, stored, overwrite);
  }

  /** A change of what is stored. */
  public static void merge(TSMeta change, TSMeta stored, boolean overwrite)
      throws ReflectiveOperationException {
    call(change, "syncMeta", new Class<?>[] {TSMeta.class, boolean.class}, stored, overwrite);
  }

  /** What it stores. */
  public static byte[] stored(Object meta) throws ReflectiveOperationException {
    return (byte[]) call(meta, "getStorageJSON", new Class<?>[0]);
  }

  /** What it answers. */
  public static byte[] shown(Object meta) {
    return JSON.serializeToBytes(meta);
  }
}
