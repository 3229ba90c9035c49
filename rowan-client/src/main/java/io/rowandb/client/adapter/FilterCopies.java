package io.rowandb.client.adapter;

import io.rowandb.client.filter.FilterLimit;
import io.rowandb.client.filter.FilterTime;
import io.rowandb.client.filter.FilterTree;
import io.rowandb.engine.scan.RowFilter;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * Makes private copies of a filter in the way a cluster sends it to each region: written once with
 * {@code toByteArray}, read with the class's own {@code parseFrom}. The caller's object is never
 * evaluated, since filters keep state.
 */
final class FilterCopies {
  private static final ClassValue<Method> PARSERS =
      new ClassValue<>() {
        @Override
        protected Method computeValue(Class<?> type) {
          try {
            return type.getMethod("parseFrom", byte[].class);
          } catch (NoSuchMethodException e) {
            throw new IllegalStateException("Filter itself has parseFrom", e);
          }
        }
      };

  private final Method parser;
  private final byte[] serialized;
  private final boolean reversed;
  private final FilterLimit limit;

  /**
   * Copies of a filter.
   *
   * @param limit how long each may work on a row
   * @throws DoNotRetryIOException for one that is too deep, or that HBase's client cannot read
   */
  FilterCopies(Filter filter, boolean reversed, FilterLimit limit) throws IOException {
    FilterTree.check(filter);
    this.limit = limit;
    this.parser = PARSERS.get(filter.getClass());
    this.serialized = filter.toByteArray();
    this.reversed = reversed;
  }

  /** A fresh filter for one region. */
  RowFilter next() throws IOException {
    FilterTime time = new FilterTime(limit);
    Filter copy;
    try {
      copy = FilterTree.working((Filter) parser.invoke(null, (Object) serialized), time);
    } catch (InvocationTargetException e) {
      throw new DoNotRetryIOException(e.getCause());
    } catch (IllegalAccessException e) {
      throw new DoNotRetryIOException(e);
    }
    if (reversed) {
      copy.setReversed(true);
    }
    return new FilterAdapter(copy, this, time);
  }
}
