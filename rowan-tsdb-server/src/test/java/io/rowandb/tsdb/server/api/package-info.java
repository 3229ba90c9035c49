/** Tests of what requests ask for and answers look like, without a server. */
package io.rowandb.tsdb.server.api;
