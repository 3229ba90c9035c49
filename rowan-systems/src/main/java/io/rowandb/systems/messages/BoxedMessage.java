package io.rowandb.systems.messages;

/**
 * A message as one of its people has it.
 *
 * @param message what was sent
 * @param unread whether this person received it and has not read it
 */
public record BoxedMessage(Message message, boolean unread) {}
