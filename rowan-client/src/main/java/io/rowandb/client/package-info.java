/**
 * HBase's client over an embedded store: the only package a program names; all else goes through
 * HBase's own interfaces.
 *
 * <p>Two doors lead to one engine: {@code direct} calls it without protobuf; {@code inprocess} runs
 * HBase's own client classes over services that {@code service} implements. Which one a connection
 * uses is one line of configuration. Both reach the same open {@code Database} of a path, which
 * {@code store} keeps, and the last connection to close closes it.
 */
package io.rowandb.client;
