package io.rowandb.systems.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "zh-CN,zh;q=0.9,en;q=0.8 | CHINESE",
        "en-GB,zh;q=0.9 | ENGLISH",
        "fr, zh-Hant-TW;q=0.5, en;q=0.4 | CHINESE",
        "en;q=0.1, zh | CHINESE",
        "zh;q=0 | ENGLISH",
        "fr | ENGLISH",
        "* | ENGLISH",
        "'' | ENGLISH",
        ";;;=,, | ENGLISH",
        "- | ENGLISH",
        "--,-,zh- | ENGLISH",
        "zh;q=x | ENGLISH",
      })
  void isTheMostWishedThatThereIs(String wished, Language expected) {
    assertThat(Language.wished(wished)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"100, ENGLISH", "10, CHINESE"})
  void readsNoEndlessList(int times, Language expected) {
    assertThat(Language.wished("zh,".repeat(times) + "zh")).isEqualTo(expected);
    assertThat(Language.wished(null)).isEqualTo(Language.ENGLISH);
  }
}
