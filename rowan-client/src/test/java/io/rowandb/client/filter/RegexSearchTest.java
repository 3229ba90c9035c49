package io.rowandb.client.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegexSearchTest {
  private static final String[] PARTS = {
    "a",
    "b",
    "c",
    "\\n",
    "\\r",
    ".",
    "[^a]",
    "[ab]",
    "\\w",
    "\\s",
    "\\W",
    "\\R",
    "\\X",
    "\u00e9",
    "\ud83d\ude00",
    "\ude00",
    "\ud83d",
    "[\ude00]",
    "\\x{1F600}",
    "\ufffd",
    "\\p{L}",
    "\\P{L}",
    "^",
    "$",
    "\\b",
    "\\B",
    "\\A",
    "\\z",
    "\\Z",
    "\\G",
    "\\Qa|\\G\\E",
    "\\\\G",
    "\\cG",
    "",
    "(?!)",
    "(?=)",
    "(?i)",
    "(?m)",
    "(?s)",
  };

  private static final String[] GROUPS = {
    "(?:", "(", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i:", "(?s-m:",
  };

  private static final String[] COUNTS = {"?", "*", "+", "{2}", "{0,2}", "{2,}", "??", "*?", "++"};

  private static final int[] FLAGS = {
    Pattern.MULTILINE,
    Pattern.DOTALL,
    Pattern.CASE_INSENSITIVE,
    Pattern.UNICODE_CASE,
    Pattern.UNIX_LINES,
    Pattern.LITERAL,
  };

  private static final String[] TEXTS = {
    "a", "b", "c", "A", "\n", "\r\n", "\u00e9", "\ud83d\ude00", "\ud83d", "\ude00", "\\", "G", " "
  };

  @Tag("slow")
  @Test
  void fromStartToStartItFindsWhatFindFinds() {
    long seed = Long.getLong("rowan.seed", 11);
    Random random = new Random(seed);
    FilterTime free = new FilterTime(FilterLimit.NONE);
    int found = 0;
    for (int round = 0; round < 60_000; round++) {
      int flags = flags(random);
      Pattern pattern = pattern(random, flags);
      RegexSearch search = new RegexSearch(pattern, flags, free);
      for (int i = 0; i < 5; i++) {
        String text = text(random);
        boolean expected = pattern.matcher(text).find();
        assertThat(search.findsFromStartToStart(text))
            .as(
                "seed %d, round %d: %s, flags %d, in %s",
                seed, round, pattern, flags, text.chars().boxed().toList())
            .isEqualTo(expected);
        found += expected ? 1 : 0;
      }
    }
    assertThat(found).isBetween(50_000, 250_000);
  }

  private static int flags(Random random) {
    int flags = 0;
    for (int i = random.nextInt(3); i > 0; i--) {
      flags |= FLAGS[random.nextInt(FLAGS.length - (random.nextInt(10) == 0 ? 0 : 1))];
    }
    return flags;
  }

  private static Pattern pattern(Random random, int flags) {
    while (true) {
      try {
        return Pattern.compile(sequence(random, 3), flags);
      } catch (PatternSyntaxException e) {
        // Of what looks behind Java has to see the greatest length: another is tried.
      }
    }
  }

  private static String sequence(Random random, int depth) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i >= 0; i--) {
      if (depth > 0 && random.nextInt(3) == 0) {
        text.append(GROUPS[random.nextInt(GROUPS.length)])
            .append(sequence(random, depth - 1))
            .append(')');
      } else {
        text.append(PARTS[random.nextInt(PARTS.length)]);
      }
      if (random.nextInt(4) == 0) {
        text.append(COUNTS[random.nextInt(COUNTS.length)]);
      }
      if (random.nextInt(6) == 0) {
        text.append('|');
      }
    }
    return text.toString();
  }

  /** Half of them as the comparator makes them of bytes. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(7); i > 0; i--) {
      text.append(TEXTS[random.nextInt(TEXTS.length)]);
    }
    if (random.nextBoolean()) {
      return text.toString();
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 0 && random.nextBoolean()) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return new String(
        bytes, random.nextBoolean() ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "^((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)$",
        "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
        "(error|warning|fatal): .*(timeout|refused)?",
        "needle",
      })
  void ordinaryPatternsAreLeftToFind(String pattern) {
    assertThat(RegexCounts.workWithoutReading(Pattern.compile(pattern))).isLessThan(1_000_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "abc 3",
        "a?b*[|]\\| 6",
        "(?:(?:){400}){400} 320800",
        "(?:(?:a|)b){3} 168",
        "^?(?:)* 20",
      })
  void workMultipliesWithEachChoice(String pattern, long work) {
    assertThat(RegexCounts.workWithoutReading(Pattern.compile(pattern))).isEqualTo(work);
  }
}
