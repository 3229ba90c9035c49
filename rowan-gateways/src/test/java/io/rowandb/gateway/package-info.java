/**
 * The gateways as processes of their own, started as {@code ./rowan} starts them, and asked over
 * HTTP and Thrift. A test waits for the line that a gateway prints when it listens.
 */
package io.rowandb.gateway;
