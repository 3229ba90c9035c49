/** Tests of the forum's commands. */
package io.rowandb.cli.systems.forum;
