/**
 * The engine as a whole: its life, its answers, its schema, its background work, and crashes at
 * every change of the disk. Read {@code TestDatabase}, on which most stand, first; {@code
 * EngineRoomsTest} keeps the rooms' direction.
 */
package io.rowandb.engine;
