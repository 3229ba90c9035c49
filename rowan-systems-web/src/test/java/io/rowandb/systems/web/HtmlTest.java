package io.rowandb.systems.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlTest {
  @Test
  void textIsEscapedAndHtmlIsNot() {
    String text = "<script>alert('1' & \"2\")</script>";
    String escaped = "&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;";
    assertThat(
            Html.of("<p title=\"{}\">{}</p>{}", text, Html.of("<b>{}</b>", text), List.of(1, text)))
        .hasToString("<p title=\"" + escaped + "\"><b>" + escaped + "</b></p>1" + escaped);
    assertThat(Html.all(Html.NONE, Html.of("<br>"), Html.of("{}", "{}"))).hasToString("<br>{}");
  }

  @Test
  void placesAndValuesAreAsMany() {
    assertThatThrownBy(() -> Html.of("{}{}", 1)).hasMessageStartingWith("more places");
    assertThatThrownBy(() -> Html.of("{}", 1, 2)).hasMessageStartingWith("fewer places");
  }
}
