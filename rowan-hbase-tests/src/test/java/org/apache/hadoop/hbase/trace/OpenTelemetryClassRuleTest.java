package org.apache.hadoop.hbase.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.junit.jupiter.api.Test;

class OpenTelemetryClassRuleTest {
  private final OpenTelemetryClassRule rule = OpenTelemetryClassRule.create();
  private final Tracer tracer = rule.getOpenTelemetry().getTracer("test");

  @Test
  void spansThatEndAfterTheirTestAreNotOfTheNext() {
    rule.clearSpans();
    Span late = tracer.spanBuilder("late").startSpan();
    tracer.spanBuilder("in time").startSpan().end();
    assertThat(rule.getSpans()).extracting(SpanData::getName).containsExactly("in time");

    rule.clearSpans();
    Span next = tracer.spanBuilder("next").startSpan();
    late.end();
    assertThat(rule.getSpans()).isEmpty();
    next.end();
    assertThat(rule.getSpans()).extracting(SpanData::getName).containsExactly("next");
  }
}
