package io.rowandb.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.Metric;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The best of each workload has the longest bar, whichever way its unit counts. */
class SvgPlotTest {
  @Test
  void barsAreSharesOfTheBest() throws Exception {
    List<Peer> peers = List.of(Peer.ROWAN_FAST, Peer.ROCKSDB);
    BenchPlan plan =
        new BenchPlan(
            peers,
            List.of(Metric.LOAD, Metric.PUT_P999, Metric.GET_1),
            1_000,
            1,
            1,
            512 << 20,
            64 << 20,
            Path.of("data"),
            null);
    Measurements measurements = new Measurements();
    measurements.add(Peer.ROWAN_FAST, 0, Metric.LOAD, 400);
    measurements.add(Peer.ROCKSDB, 0, Metric.LOAD, 100);
    measurements.add(Peer.ROWAN_FAST, 0, Metric.PUT_P999, 30);
    measurements.add(Peer.ROCKSDB, 0, Metric.PUT_P999, 10);
    Document svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(SvgPlot.render(plan, measurements))));
    NodeList rects = svg.getElementsByTagName("rect");
    int first = 1 + peers.size(); // the ground and the legend
    assertThat(rects.getLength()).as("a workload without figures has no bars").isEqualTo(first + 4);
    assertThat(width(rects, first)).isEqualTo(4 * width(rects, first + 1));
    assertThat(width(rects, first + 3)).isEqualTo(3 * width(rects, first + 2));
    assertThat(svg.getDocumentElement().getTextContent())
        .contains("1,000 rows", "rocksdb", "400", "load, batches of 1,000, rows/s");
  }

  private static int width(NodeList rects, int i) {
    return Integer.parseInt(((Element) rects.item(i)).getAttribute("width"));
  }
}
