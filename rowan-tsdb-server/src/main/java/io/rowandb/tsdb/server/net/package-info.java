/**
 * Connections. A byte of a letter from A to Z begins HTTP, any other one a telnet session. Handlers
 * are used by the thread of their connection alone; what a worker tells them goes over that thread,
 * too.
 */
package io.rowandb.tsdb.server.net;
