/** Tests of the commands of the log store. */
package io.rowandb.cli.systems.logs;
