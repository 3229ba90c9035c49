/** Tests of messages, on either back end. */
package io.rowandb.systems.messages;
