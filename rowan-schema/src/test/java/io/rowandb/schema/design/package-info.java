/**
 * Designs of well-known systems, each one declaration of under 40 lines, loaded with real data and
 * asked its questions; every answer is compared with one found by looking at each row of the raw
 * file. One package a design, none of which knows another; its {@code package-info} draws the row
 * keys and maps each question to its read.
 *
 * <p>Tests are skipped where the data are not there, and run on both back ends. What loading took,
 * the sizes of keys, and the ranges and regions of each question are printed.
 */
package io.rowandb.schema.design;
