package io.rowandb.design.check;

import io.rowandb.design.key.KeyFault;
import java.util.EnumMap;
import java.util.Map;

/** What the sample tells of one value in the key. One thread. */
final class PartTally {
  final String field;

  /** Behind the value in the key; empty for none. */
  final String separator;

  long empty;
  long negative;
  String negativeExample = "";
  long separated;
  String separatedExample = "";

  /** Values that are digits alone, and the fewest and most of them. */
  long digits;

  int fewestDigits = Integer.MAX_VALUE;
  int mostDigits;

  final Map<KeyFault, Long> faults = new EnumMap<>(KeyFault.class);
  final Map<KeyFault, String> faultExamples = new EnumMap<>(KeyFault.class);

  PartTally(String field, String separator) {
    this.field = field;
    this.separator = separator;
  }

  void add(String value) {
    if (value.isEmpty()) {
      empty++;
      return;
    }
    if (value.charAt(0) == '-') {
      negative++;
      negativeExample = negativeExample.isEmpty() ? value : negativeExample;
    }
    if (!separator.isEmpty() && value.contains(separator)) {
      separated++;
      separatedExample = separatedExample.isEmpty() ? value : separatedExample;
    }
    if (isDigits(value)) {
      digits++;
      fewestDigits = Math.min(fewestDigits, value.length());
      mostDigits = Math.max(mostDigits, value.length());
    }
  }

  private static boolean isDigits(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) < '0' || value.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  void fault(KeyFault fault, String value) {
    faults.merge(fault, 1L, Long::sum);
    faultExamples.putIfAbsent(fault, value);
  }
}
