/**
 * File systems: what each must keep to, and the doubles that lose power ({@code CrashFileSystem}),
 * fail ({@code FaultyFileSystem}) or wait ({@code HookedFileSystem}) for the tests of all rooms.
 */
package io.rowandb.engine.io;
