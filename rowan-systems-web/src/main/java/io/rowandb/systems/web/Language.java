package io.rowandb.systems.web;

import java.util.Locale;
import java.util.Locale.LanguageRange;
import java.util.Optional;

/** The languages of the pages. */
public enum Language {
  /** The one of errors, too. */
  ENGLISH("en", "English"),
  /** Chinese, with simplified characters. */
  CHINESE("zh", "中文");

  /** More than any browser sends. */
  private static final int LONGEST_WISH = 200;

  private final String code;
  private final String ownName;

  Language(String code, String ownName) {
    this.code = code;
    this.ownName = ownName;
  }

  /** What is said in this language. */
  public String say(String english, String chinese) {
    return this == ENGLISH ? english : chinese;
  }

  /** As in an attribute of HTML. */
  String code() {
    return code;
  }

  /** As its speakers call it. */
  String ownName() {
    return ownName;
  }

  /** The one of a code; empty for none of these. */
  static Optional<Language> of(String code) {
    for (Language each : values()) {
      if (each.code.equals(code)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** The first of what a browser wishes that there is, English if none is. */
  static Language wished(String acceptLanguage) {
    if (acceptLanguage == null || acceptLanguage.length() > LONGEST_WISH) {
      return ENGLISH;
    }
    try {
      for (LanguageRange each : LanguageRange.parse(acceptLanguage)) { // the most wished first
        Optional<Language> known = of(Locale.forLanguageTag(each.getRange()).getLanguage());
        if (known.isPresent() && each.getWeight() > 0) {
          return known.get();
        }
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) { // the latter for "-"
      return ENGLISH; // what is no list of languages wishes for none
    }
    return ENGLISH;
  }
}
