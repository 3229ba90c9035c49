/** Tests of {@code ./rowan twibase}. */
package io.rowandb.cli.systems.twibase;
