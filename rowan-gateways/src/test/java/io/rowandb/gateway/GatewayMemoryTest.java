package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatewayMemoryTest {
  private final GatewayMemory memory = new GatewayMemory(100);
  private final List<Long> missed = new ArrayList<>();

  @Test
  void whatNobodyMissesIsGivenBackForOthers() throws RefusedRequestException {
    memory.take(90);
    memory.atLack(
        missing -> {
          missed.add(missing);
          memory.giveBack(10);
          return true;
        });
    memory.take(30, 70);
    assertThat(missed).containsExactly(20L, 10L);
    assertThat(memory.taken()).isEqualTo(100);
  }

  @Test
  void nothingIsForWhatIsTooMuchInAnyCase() throws RefusedRequestException {
    memory.take(90);
    memory.atLack(
        missing -> {
          missed.add(missing);
          return false;
        });
    assertThatThrownBy(() -> memory.take(31, 70)).isInstanceOf(RefusedRequestException.class);
    assertThatThrownBy(() -> memory.take(101)).isInstanceOf(RefusedRequestException.class);
    assertThat(missed).isEmpty();
    assertThatThrownBy(() -> memory.take(11)).isInstanceOf(RefusedRequestException.class);
    assertThat(missed).containsExactly(1L);
    assertThat(memory.taken()).isEqualTo(90);
  }
}
