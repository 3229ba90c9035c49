package io.rowandb.tsdb.meta;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.json.FlatObject;
import java.util.HashMap;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * The meta data of a series. As a change, what is empty or 0 says nothing.
 *
 * @param tsuid its UIDs in upper-case hexadecimal
 * @param notes with the user's values in OpenTSDB's order
 * @param units of its points
 * @param dataType such as counter or gauge
 * @param retentionDays how long its points are wanted; 0 for ever. Nobody goes by it
 * @param max which its points should not exceed; NaN if there is none
 * @param min below which its points should not fall; NaN if there is none
 */
public record SeriesMeta(
    String tsuid,
    MetaNotes notes,
    String units,
    String dataType,
    int retentionDays,
    OptionalDouble max,
    OptionalDouble min) {
  /** Checks it, and puts the user's values into order, as {@link UidMeta} does. */
  public SeriesMeta {
    Objects.requireNonNull(tsuid, "tsuid");
    notes = notes.ordered(HashMap::new);
    Objects.requireNonNull(units, "units");
    Objects.requireNonNull(dataType, "dataType");
  }

  /** Of a series, without more than the notes. */
  public static SeriesMeta of(String tsuid, MetaNotes notes) {
    return new SeriesMeta(tsuid, notes, "", "", 0, OptionalDouble.empty(), OptionalDouble.empty());
  }

  /** Whether a change says something. */
  public boolean saysSomething() {
    return !equals(of(tsuid, MetaNotes.NONE));
  }

  /** The same of another series. */
  SeriesMeta of(String other) {
    return new SeriesMeta(other, notes, units, dataType, retentionDays, max, min);
  }

  /** The same, seen at another time. */
  SeriesMeta withCreated(long seconds) {
    return new SeriesMeta(
        tsuid, notes.withCreated(seconds), units, dataType, retentionDays, max, min);
  }

  /**
   * This change of what is stored.
   *
   * @param replaces whether what it does not say is forgotten
   */
  SeriesMeta over(SeriesMeta stored, boolean replaces) {
    return new SeriesMeta(
        tsuid,
        notes.over(stored.notes, replaces),
        MetaNotes.over(units, stored.units, replaces),
        MetaNotes.over(dataType, stored.dataType, replaces),
        replaces || retentionDays != 0 ? retentionDays : stored.retentionDays,
        replaces || max.isPresent() ? max : stored.max,
        replaces || min.isPresent() ? min : stored.min);
  }

  /** The bytes that OpenTSDB stores. */
  byte[] toStored() {
    return FlatObject.bytes(
        json -> {
          json.writeStringField("tsuid", tsuid);
          notes.write(json);
          json.writeStringField("units", units);
          json.writeStringField("dataType", dataType);
          json.writeNumberField("retention", retentionDays);
          json.writeNumberField("max", max.orElse(Double.NaN));
          json.writeNumberField("min", min.orElse(Double.NaN));
        });
  }

  /**
   * Of the bytes that were stored.
   *
   * @param row the TSUID
   */
  static SeriesMeta ofStored(String row, byte[] stored) throws DamagedDataException {
    FlatObject read = FlatObject.read(stored, MetaNotes.CUSTOM);
    return new SeriesMeta(
        row,
        MetaNotes.of(read),
        read.text("units"),
        read.text("dataType"),
        read.number("retention", 0, Integer::parseInt),
        OptionalDouble.of(read.number("max", Double.NaN, Double::parseDouble)),
        OptionalDouble.of(read.number("min", Double.NaN, Double::parseDouble)));
  }
}
