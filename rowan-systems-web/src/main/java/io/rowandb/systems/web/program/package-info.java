/**
 * The program behind {@code ./rowan systems}: its commands, and which systems it serves. Arguments
 * enter; the exit code leaves. Commands run in the main thread, requests in the server's. No other
 * package knows this one.
 *
 * <p>Read {@link io.rowandb.systems.web.program.PluggedSystems} first.
 */
package io.rowandb.systems.web.program;
