package io.rowandb.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllocationPlacesTest {
  @Test
  void sharesOfEachOperationGreatestFirstAndSmallOnesUnnamed() {
    AllocationPlaces places = AllocationPlaces.empty();
    places.add("put", "byte[] in CellChunks.add:89", 600);
    places.add("put", "KeyValue in Put.addColumn:188", 390);
    places.add("put", "long[] in Held.of:1", 10);
    places.add("get", "byte[] in ResultAdapter.cells:48", 7);
    places.add("put", "byte[] in CellChunks.add:89", 10);
    assertThat(places.lines())
        .containsExactly(
            "bytes of get are allocated as",
            "100 %  byte[] in ResultAdapter.cells:48",
            "bytes of put are allocated as",
            " 60 %  byte[] in CellChunks.add:89",
            " 39 %  KeyValue in Put.addColumn:188");
  }
}
