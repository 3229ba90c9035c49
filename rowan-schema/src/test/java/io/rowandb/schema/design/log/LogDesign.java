package io.rowandb.schema.design.log;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import java.time.Instant;
import java.util.UUID;

/** The table of a log store: its data, which are there once, and the entries of two indexes. */
final class LogDesign {
  /**
   * A line of the log.
   *
   * @param host the group that it belongs to
   * @param line its number in the file, from 1
   * @param code what happened
   * @param guid1 the process, or the one that did something to another; null for none
   * @param guid2 its parent, or the other one; null for none
   * @param recordNumber at the host; null where it is missing
   * @param image the program's path; null for none
   */
  record Event(
      String host,
      Instant time,
      long line,
      int code,
      UUID guid1,
      UUID guid2,
      String channel,
      Long recordNumber,
      String image,
      String scenario) {}

  private LogDesign() {}

  static final TableDesign<Event> EVENTS =
      TableDesign.of("events", Event.class)
          .key(
              key ->
                  key.literal("D-")
                      .hash(Digest.murmur3(2), Event::host)
                      .part(Event::host)
                      .part(Event::time)
                      .part(Event::line, Parts.unsigned(4)))
          .family("e")
          .column(Event::code, "e:c")
          .column(Event::guid1, "e:1")
          .column(Event::guid2, "e:2")
          .column(Event::channel, "e:h")
          .column(Event::recordNumber, "e:n")
          .column(Event::image, "e:i")
          .column(Event::scenario, "e:s")
          .index(
              "byGuid",
              index ->
                  index
                      .on(
                          key ->
                              key.hash(Digest.murmur3(2), Event::host, Event::guid1)
                                  .part(Event::host)
                                  .part(Event::guid1)
                                  .part(Event::time))
                      .anyOf(Event::guid1, Event::guid2)
                      .inTableOfRecords("I-1_", "e"))
          .index(
              "byCode",
              index ->
                  index
                      .on(key -> key.part(Event::host).part(Event::code).part(Event::time))
                      .inTableOfRecords("I-2_", "e"))
          .exclusive(Event::guid1, Event::code)
          .build();
}
