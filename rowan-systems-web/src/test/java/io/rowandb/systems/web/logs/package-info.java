/** Tests of the log store over HTTP. */
package io.rowandb.systems.web.logs;
