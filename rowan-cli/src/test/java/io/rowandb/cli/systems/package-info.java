/** What the tests of the commands of all worked systems share. */
package io.rowandb.cli.systems;
