package org.apache.hadoop.hbase.trace;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.List;
import org.junit.rules.ExternalResource;

/**
 * The spans that the tests of a class make, for these tests to look at. It stands before HBase's
 * class of the same name on the class path.
 *
 * <p>Spans are of the test in which they began. HBase's rule shows whatever ended since the test
 * began; but a consumer of a scan tells its test that it is complete inside of a span, and when
 * that span ends late, it ends in the next test.
 */
public final class OpenTelemetryClassRule extends ExternalResource {
  private final SpansOfTest spans = new SpansOfTest();
  private final OpenTelemetrySdk openTelemetry =
      OpenTelemetrySdk.builder()
          .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
          .setTracerProvider(SdkTracerProvider.builder().addSpanProcessor(spans).build())
          .build();

  private OpenTelemetryClassRule() {}

  public static OpenTelemetryClassRule create() {
    return new OpenTelemetryClassRule();
  }

  public OpenTelemetry getOpenTelemetry() {
    return openTelemetry;
  }

  /** Those that have ended, of the test that runs. */
  public List<SpanData> getSpans() {
    return spans.ended();
  }

  /** A test begins. */
  public void clearSpans() {
    spans.beginTest();
  }

  @Override
  protected void before() {
    GlobalOpenTelemetry.resetForTest();
    GlobalOpenTelemetry.set(openTelemetry);
  }

  @Override
  protected void after() {
    GlobalOpenTelemetry.resetForTest();
  }
}
