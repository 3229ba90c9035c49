/**
 * One embedded database: tables, recovery, background work. The only package a client of the engine
 * starts from.
 *
 * <p>Read {@link io.rowandb.engine.Database} first, then {@code Recovery} and {@code Maintenance}.
 */
package io.rowandb.engine;
