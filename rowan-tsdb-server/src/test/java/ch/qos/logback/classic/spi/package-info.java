/** What OpenTSDB's requests name of a library of logs that is not here, and never call. */
package ch.qos.logback.classic.spi;
