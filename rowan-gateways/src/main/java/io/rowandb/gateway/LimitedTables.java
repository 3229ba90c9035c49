package io.rowandb.gateway;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;

/**
 * Tables as a gateway's clients see them: their scanners are counted, and the memory of their rows
 * is charged to the client's request. Safe for many threads.
 */
final class LimitedTables {
  private final OpenScanners scanners;

  LimitedTables(OpenScanners scanners) {
    this.scanners = scanners;
  }

  /** The table within the limits. */
  Table limited(Table table) {
    return (Table)
        Proxy.newProxyInstance(
            LimitedTables.class.getClassLoader(),
            new Class<?>[] {Table.class},
            (proxy, method, arguments) -> answer(table, method, arguments));
  }

  private Object answer(Table table, Method method, Object[] arguments) throws Throwable {
    if (arguments != null && arguments.length == 1 && arguments[0] instanceof List<?> gets) {
      if (method.getName().equals("get")) {
        return rows(table, gets);
      }
      if (method.getReturnType() == boolean[].class) {
        return found(table, gets);
      }
    }
    Object answer = AnswerSizes.reading(() -> call(table, method, arguments));
    if (answer instanceof ResultScanner scanner) {
      return scanners.add(scanner);
    }
    if (answer instanceof Result row) {
      AnswerSizes.take(row);
    }
    return answer;
  }

  private static boolean[] found(Table table, List<?> gets) throws IOException {
    boolean[] found = new boolean[gets.size()];
    for (int i = 0; i < found.length; i++) {
      Get get = (Get) gets.get(i);
      found[i] = AnswerSizes.reading(() -> table.exists(get));
    }
    return found;
  }

  private static Object call(Table table, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(table, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** One after the other, so that no more is read than there is room for. */
  private static Result[] rows(Table table, List<?> gets) throws IOException {
    Result[] rows = new Result[gets.size()];
    for (int i = 0; i < rows.length; i++) {
      Get get = (Get) gets.get(i);
      rows[i] = AnswerSizes.reading(() -> table.get(get));
      AnswerSizes.take(rows[i]);
    }
    return rows;
  }
}
