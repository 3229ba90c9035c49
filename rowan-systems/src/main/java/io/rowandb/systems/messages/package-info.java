/**
 * Messages between the users of a site. Read {@link io.rowandb.systems.messages.Messages} first;
 * {@link io.rowandb.systems.messages.MessageAttempts} has the designs beside it.
 */
package io.rowandb.systems.messages;
