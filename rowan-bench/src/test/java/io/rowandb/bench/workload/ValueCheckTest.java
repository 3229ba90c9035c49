package io.rowandb.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ValueCheckTest {
  @Test
  void getOfTheRightRowPasses() {
    ValueCheck check = ValueCheck.ofGets();
    check.expect(3);
    show(check, Rows.key(3), Rows.value(3));
    assertThat(check.seen()).isEqualTo(1);
  }

  @Test
  void getOfAnotherRowOrValueFails() {
    ValueCheck check = ValueCheck.ofGets();
    check.expect(3);
    assertThatThrownBy(() -> show(check, Rows.key(4), Rows.value(4)))
        .hasMessage("got row 4 instead of row 3");
    assertThatThrownBy(() -> show(check, Rows.key(3), Rows.value(4)))
        .hasMessage("row 3 has a wrong value");
  }

  @Test
  void scanMustAscend() {
    List<byte[]> sorted =
        LongStream.range(0, 2_000).mapToObj(Rows::key).sorted(Arrays::compareUnsigned).toList();
    ValueCheck check = ValueCheck.ofScans();
    check.scanStarts();
    for (byte[] key : sorted) {
      show(check, key, Rows.value(Rows.indexOf(key, 0, key.length)));
    }
    assertThat(check.seen()).isEqualTo(2_000);
    byte[] first = sorted.get(0);
    byte[] value = Rows.value(Rows.indexOf(first, 0, first.length));
    assertThatThrownBy(() -> show(check, first, value)).hasMessageContaining("do not ascend");
    check.scanStarts();
    show(check, first, value);
  }

  private static void show(ValueCheck check, byte[] key, byte[] value) {
    check.cell(key, 0, key.length, value, 0, value.length);
  }
}
