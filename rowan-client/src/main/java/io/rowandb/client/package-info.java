/**
 * HBase's client over an embedded store: the only package that a program names; everything else
 * goes through HBase's own interfaces.
 *
 * <p>Two doors lead to one engine: {@code direct} calls it without protobuf; {@code inprocess} runs
 * HBase's own client classes over services that {@code service} implements. One line of
 * configuration selects the door of a connection. Both reach the same open {@code Database} of a
 * path, which {@code store} keeps; closing the last connection closes it.
 */
package io.rowandb.client;
