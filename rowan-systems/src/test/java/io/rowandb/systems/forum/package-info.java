/** Tests of the forum: its answers beside those of lists in memory, deaths, late calls. */
package io.rowandb.systems.forum;
