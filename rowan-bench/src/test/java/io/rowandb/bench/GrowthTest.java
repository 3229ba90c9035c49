package io.rowandb.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import io.rowandb.bench.workload.Phase;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Costs of a row, whichever way a unit counts, beside those with fewer rows. */
class GrowthTest {
  private static final List<Peer> PEERS = List.of(Peer.ROWAN_FAST, Peer.ROCKSDB);
  private static final List<Metric> METRICS =
      List.of(Metric.LOAD, Metric.DISK, Metric.CPU_GET, Metric.PEAK_RSS);

  private final Growth growth = new Growth();

  @BeforeEach
  void twoSteps() {
    Measurements few = new Measurements();
    few.add(Peer.ROWAN_FAST, 0, Metric.LOAD, 100);
    few.add(Peer.ROWAN_FAST, 0, Metric.DISK, 10);
    few.add(Peer.ROWAN_FAST, 0, Metric.CPU_GET, 2);
    few.add(Peer.ROWAN_FAST, 0, Metric.PEAK_RSS, 10);
    growth.add(1_000, few);
    Measurements many = new Measurements();
    many.add(Peer.ROWAN_FAST, 0, Metric.LOAD, 50);
    many.add(Peer.ROWAN_FAST, 1, Metric.LOAD, 40);
    many.add(Peer.ROWAN_FAST, 2, Metric.LOAD, 90);
    many.add(Peer.ROWAN_FAST, 0, Metric.DISK, 100);
    many.add(Peer.ROWAN_FAST, 0, Metric.CPU_GET, 1.4);
    many.add(Peer.ROWAN_FAST, 0, Metric.PEAK_RSS, 90);
    growth.add(10_000, many);
  }

  @Test
  void costIsThatOfARow() {
    assertThat(growth.cost(1, Peer.ROWAN_FAST, Metric.LOAD)).as("half the pace").hasValue(2.0);
    assertThat(growth.cost(1, Peer.ROWAN_FAST, Metric.DISK)).as("ten times of ten").hasValue(1.0);
    assertThat(growth.cost(1, Peer.ROWAN_FAST, Metric.CPU_GET)).hasValue(0.7);
    assertThat(growth.cost(1, Peer.ROWAN_FAST, Metric.PEAK_RSS)).isEmpty();
    assertThat(growth.cost(1, Peer.ROCKSDB, Metric.LOAD)).isEmpty();
  }

  @Test
  void whatIsNotFlatIsMarked() {
    assertThat(growth.render(PEERS, METRICS))
        .containsPattern("load, batches of 1,000 +rows/s +100 +50 +!2.00\n")
        .containsPattern("disk after compaction +MB +10 +100 +1.00\n")
        .containsPattern("get, all in cache +us +2 +1.40 +!0.70\n")
        .containsPattern("peak RSS of load and reads +MB +10 +90\n");
    assertThat(Growth.isFlat(0.75)).isTrue();
    assertThat(Growth.isFlat(1.25)).isTrue();
    assertThat(Growth.isFlat(1.26)).isFalse();
    assertThat(Growth.isFlat(0.74)).isFalse();
    assertThat(growth.hasFailures()).isFalse();
    Measurements failed = new Measurements();
    failed.addFailure(Peer.ROCKSDB, 0, Phase.LOAD_AND_READ, "disk full");
    growth.add(20_000, failed);
    assertThat(growth.hasFailures()).isTrue();
  }

  @Test
  void csvHasTheRowsOfEachStepInFront() {
    assertThat(growth.csv(PEERS, List.of(Metric.LOAD)))
        .containsExactly(
            "rows,peer,workload,unit,run,value",
            "1000,rowan-fast,load,rows/s,1,100.0",
            "10000,rowan-fast,load,rows/s,1,50.0",
            "10000,rowan-fast,load,rows/s,2,40.0",
            "10000,rowan-fast,load,rows/s,3,90.0");
  }

  @Test
  void plotHasALineOfCostsForEachWorkload() throws Exception {
    Document svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(GrowthPlot.render(growth, PEERS, METRICS))));
    assertThat(svg.getDocumentElement().getTextContent())
        .contains("rowan-fast", "rocksdb", "load, batches of 1,000", "10k")
        .doesNotContain("peak RSS");
    NodeList lines = svg.getElementsByTagName("polyline");
    assertThat(lines.getLength()).as("three workloads of two peers").isEqualTo(6);
    String[] load = points(lines, 0);
    assertThat(load).hasSize(2);
    assertThat(y(load[1])).as("a row costs twice as much").isLessThan(y(load[0]));
    assertThat(y(points(lines, 2)[1])).as("disk").isEqualTo(y(points(lines, 2)[0]));
    assertThat(points(lines, 1)).as("the other peer was not measured").containsExactly("");
  }

  private static String[] points(NodeList lines, int i) {
    return ((Element) lines.item(i)).getAttribute("points").split(" ", -1);
  }

  private static double y(String point) {
    return Double.parseDouble(point.split(",", -1)[1]);
  }
}
