package io.rowandb.client.direct;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.inprocess.CompleteDoor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an open scan shows of a family that is removed meanwhile. */
class RemovedFamilyTest extends DoorTest {
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theRegionThatIsBeingReadStillHasIt(boolean complete) throws IOException {
    for (String row : List.of("a", "b", "n")) {
      table.put(put(row, "f:q", "v").addColumn(bytes("g"), bytes("q"), bytes("w")));
    }
    if (complete) {
      CompleteDoor.configure(conf);
    }
    List<String> shown = new ArrayList<>();
    try (Connection door = another();
        Table same = door.getTable(T);
        Admin admin = door.getAdmin();
        ResultScanner scanner = same.getScanner(new Scan().setCaching(1))) {
      shown.add(text(scanner.next()));
      admin.deleteColumnFamily(T, bytes("g"));
      for (Result next = scanner.next(); next != null; next = scanner.next()) {
        shown.add(text(next));
      }
    }
    assertThat(shown).containsExactly("a{f:q=v g:q=w}", "b{f:q=v g:q=w}", "n{f:q=v}");
  }
}
