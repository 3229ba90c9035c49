package io.rowandb.systems.webtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rowandb.systems.measure.Attempt;
import io.rowandb.systems.measure.Comparison;
import io.rowandb.systems.measure.Measurement;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What each design is worth, by figures that can be counted. */
@OnBackEnd
class WebtableAttemptsTest {
  private static final MadeUpWeb WEB =
      new MadeUpWeb(3, 90, 300, Instant.parse("2011-07-01T00:00:00Z"), 1);

  /** Of this domain another one begins with the name. */
  private static final String DOMAIN = WEB.host(8 * 3 + 1);

  private static final List<PageUrl> URLS = List.of(WEB.url(0), WEB.url(1), WEB.url(7));

  private static final WebtableAttempts ATTEMPTS = new WebtableAttempts(URLS, List.of(DOMAIN));

  private static <S> Map<String, Measurement> measured(
      Connection connection,
      Supplier<Stream<S>> all,
      Supplier<Stream<S>> newest,
      List<Attempt<S, ?>> attempts)
      throws IOException {
    Map<String, Measurement> measured = new LinkedHashMap<>();
    for (Attempt<S, ?> attempt : attempts) {
      measured.put(attempt.name(), new Comparison<>(connection, all, newest).measure(attempt));
    }
    return measured;
  }

  private static double read(Measurement measurement, int question) {
    return measurement.answers().get(question).rows();
  }

  @Tag("slow")
  @Test
  void aDomainIsOneRangeOfThePagesInUseAndAllPagesOfOthers(Connection connection)
      throws IOException {
    List<Attempt<PageFetch, ?>> attempts = ATTEMPTS.pages();
    assertThat(attempts)
        .extracting(Attempt::name)
        .containsExactly("plain url", "hash of url", "no closing dot", "in use");
    // On HBase each table takes seconds to make.
    int first = BackEnd.isHBase() ? 2 : 0;
    Map<String, Measurement> measured =
        measured(connection, WEB::fetches, WEB::fetches, attempts.subList(first, 4));
    double pages = WEB.pages();
    double ofDomain = WEB.fetches().filter(each -> each.url().host().endsWith(DOMAIN)).count();
    assertThat(ofDomain).isPositive();
    for (Measurement each : measured.values()) {
      assertThat(each.rows()).isEqualTo(WEB.pages());
      assertThat(read(each, 0)).as("a page").isEqualTo(1);
      assertThat(each.answers().get(1).records()).isEqualTo(ofDomain);
    }
    for (Attempt<PageFetch, ?> each : attempts.subList(0, 2 - first)) {
      assertThat(read(measured.get(each.name()), 1)).as(each.name()).isEqualTo(pages);
    }
    assertThat(read(measured.get("no closing dot"), 1))
        .as("neighbours too")
        .isGreaterThan(ofDomain)
        .isLessThan(pages);
    assertThat(read(measured.get("in use"), 1)).isEqualTo(ofDomain);
    assertThat(measured.get("in use").answers().get(1).ranges()).isEqualTo(1);
    assertThat(measured.get("in use").busiestShare()).isLessThan(0.5);
  }

  @Tag("slow")
  @Test
  void eachSideOfTheLinksAnswersOneQuestion(Connection connection) throws IOException {
    assumeFalse(BackEnd.isHBase(), "the reads are those of the test before");
    Supplier<Stream<PageAnchor>> links = () -> WEB.fetches().flatMap(PageFetch::anchors);
    Map<String, Measurement> measured = measured(connection, links, links, ATTEMPTS.anchors());
    double all = links.get().count();
    Measurement source = measured.get("source side");
    Measurement target = measured.get("target side");
    assertThat(read(source, 0)).isEqualTo(source.answers().get(0).records()).isLessThan(13);
    assertThat(read(source, 1)).isEqualTo(all);
    assertThat(read(target, 0)).isEqualTo(all);
    assertThat(read(target, 1)).isEqualTo(target.answers().get(1).records());
    for (int question = 0; question < 2; question++) {
      assertThat(source.answers().get(question).records())
          .isEqualTo(target.answers().get(question).records())
          .isPositive();
    }
  }

  @Test
  void aQueueByTimeAloneIsAHotSpot(Connection connection) throws IOException {
    assumeFalse(BackEnd.isHBase(), "the writes are counted without it");
    Supplier<Stream<DueUrl>> all =
        () -> WEB.fetches().map(each -> new DueUrl(each.url(), each.time()));
    Instant last = all.get().map(DueUrl::due).max(Instant::compareTo).orElseThrow();
    Supplier<Stream<DueUrl>> newest = () -> all.get().skip(WEB.pages() * 95 / 100);
    Map<String, Measurement> measured =
        measured(connection, all, newest, ATTEMPTS.frontier(WEB.first(), last));
    Measurement dueFirst = measured.get("due first");
    Measurement inUse = measured.get("in use");
    assertThat(dueFirst.regions()).isEqualTo(16);
    assertThat(dueFirst.busiestShare()).isEqualTo(1);
    assertThat(read(dueFirst, 0)).isEqualTo((double) WEB.pages());
    assertThat(inUse.regions()).isEqualTo(16);
    assertThat(inUse.busiestShare()).isLessThan(0.5);
    assertThat(read(inUse, 0)).isEqualTo(inUse.answers().get(0).records());
  }

  @Test
  void somethingMustBeAsked() {
    assertThatThrownBy(() -> new WebtableAttempts(List.of(), List.of("a.com")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new WebtableAttempts(URLS, List.of("a b")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
