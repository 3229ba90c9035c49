/** Tests of the server as its clients see it. */
package io.rowandb.tsdb.server;
