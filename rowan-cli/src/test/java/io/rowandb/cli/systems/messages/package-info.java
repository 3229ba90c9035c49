/** Tests of the command for messages. */
package io.rowandb.cli.systems.messages;
