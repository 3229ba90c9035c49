/** Tests of the log store, on either back end. */
package io.rowandb.systems.logs;
