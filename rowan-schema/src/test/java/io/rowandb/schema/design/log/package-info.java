/**
 * A log store: events of hosts, asked for by host and time, and by a GUID or a code beside.
 *
 * <pre>
 *   events  | "D-" | Murmur3(host) 2 | host, 00 00 | time 8 | line 4 |     e: code, guid 1 and 2 ..
 *
 *   byGuid  | "I-1_" | Murmur3(host, guid) 2 | host, 00 00 | guid 16 | time 8 | row of the event |
 *   byCode  | "I-2_" | host, 00 00 | code 4 | time 8 | row of the event |
 *
 *   a host's events from..to                    1 range: host and times
 *   a host's newest events                      the same range, backwards
 *   .. with a GUID in one field or the other    1 range of byGuid, then each event by its row
 *   .. of a code                                1 range of byCode, then each event by its row
 * </pre>
 *
 * <p>Data and entries are in one table, as in the article, each in its own part of it. Its data key
 * is the file's part and a number; here that number, the line, makes the key of host and time
 * unique. {@code EventAnswers} has the brute-force answers of all questions.
 *
 * <p>Read {@code LogDesign} first.
 */
package io.rowandb.schema.design.log;
