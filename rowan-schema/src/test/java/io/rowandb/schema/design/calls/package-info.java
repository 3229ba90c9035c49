/**
 * Call records: who called and wrote to whom, for each of the two.
 *
 * <pre>
 *   callsByMonth  | month 2 | phone 11 | yyyyMMddHHmmssSSS 17 | sequence 2 |     32 digits
 *                 12 regions, split at 02, 03 .. 12
 *   callsByPhone  | Murmur3(phone) 2 | phone 8 | time, newest first 8 | sequence 1 |
 *                 12 regions, which share the hash evenly
 *
 *   a person's month, newest first    callsByMonth  1 range in 1 region, read backwards
 *                                     callsByPhone  1 range in 1 region
 *   a person's time across months     callsByMonth  1 range a month
 *                                     callsByPhone  1 range
 * </pre>
 *
 * <p>The article's key has a month without its year, 19 digits of time, and splits 02..11, which
 * make 11 regions and put November beside December. Here the 19 digits are those of the calendar,
 * with the year, to the millisecond, and two of a sequence: what a phone does in one millisecond is
 * told apart, up to 100 times. With the month first all writes of a month go to one region, against
 * the article's own rule; {@code callsByPhone} is the table to take.
 *
 * <p>Read {@code CallDesign} first.
 */
package io.rowandb.schema.design.calls;
