package io.rowandb.systems.web.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Names in one line. */
class NameListTest {
  @Test
  void commasSeparateAndBlanksAroundAreIgnored() {
    assertThat(NameList.split(" ann, ben \t,, 李 雷 ,")).containsExactly("ann", "ben", "李 雷");
    assertThat(NameList.split("")).isEmpty();
    assertThat(NameList.split(" , ,")).isEmpty();
    assertThat(NameList.split("a\\,b,c\\")).containsExactly("a,b", "c\\");
  }

  @Test
  void everyNameComesBackAsItWas() {
    List<String> names =
        List.of("ann", "a,b", "\\", ",", " ", "  x  ", "a b", "end\\", "\\,", "\n", "😀,", "\t,\t");
    assertThat(NameList.split(NameList.join(names))).isEqualTo(names);
    assertThat(NameList.join(List.of("ann", "ben"))).isEqualTo("ann, ben");
  }
}
