package org.apache.hadoop.hbase.trace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The spans that began and ended in the test that runs; those of an earlier one that end late are
 * passed over. Safe for many threads.
 */
final class SpansOfTest implements SpanProcessor {
  /** Ids of spans that began in this test and have not ended. */
  @GuardedBy("this")
  private final Set<String> begun = new HashSet<>();

  @GuardedBy("this")
  private final List<SpanData> ended = new ArrayList<>();

  /** What began before belongs to another test. */
  synchronized void beginTest() {
    begun.clear();
    ended.clear();
  }

  /** The spans of this test that have ended, in the order of their ends. */
  synchronized List<SpanData> ended() {
    return List.copyOf(ended);
  }

  @Override
  public synchronized void onStart(Context parent, ReadWriteSpan span) {
    begun.add(span.getSpanContext().getSpanId());
  }

  @Override
  public boolean isStartRequired() {
    return true;
  }

  @Override
  public synchronized void onEnd(ReadableSpan span) {
    if (begun.remove(span.getSpanContext().getSpanId())) {
      ended.add(span.toSpanData());
    }
  }

  @Override
  public boolean isEndRequired() {
    return true;
  }
}
