package io.rowandb.systems.forum;

import io.rowandb.schema.key.KeyReader;
import io.rowandb.schema.key.KeyWriter;

/**
 * The one cell that decides all of a post. Each change has the condition that it is the one that
 * was read, and writes one with the next sequence number: so a change is made once at most, and a
 * late one finds another head.
 *
 * <pre>
 * 01 | sequence 8 | state 1 | life 4 | move 4 | layout 1 | moving 1 | leftover 1 | comments 8
 * </pre>
 *
 * @param sequence of changes; also the time of the cells that a change writes
 * @param life how often the id was published
 * @param move how often the comments of this life moved
 * @param layout of the comments
 * @param isMoving whether comments are being copied to the other layout, as of the next move
 * @param isLeftover whether rows of moves before may be there
 * @param comments how many
 */
record PostHead(
    long sequence,
    State state,
    int life,
    int move,
    CommentLayout layout,
    boolean isMoving,
    boolean isLeftover,
    long comments) {
  private static final int VERSION = 1;

  /** Of a post that never was. */
  static final PostHead NONE =
      new PostHead(0, State.GONE, 0, 0, CommentLayout.WIDE, false, false, 0);

  /** What becomes of a post. */
  enum State {
    /** It was never published, or removed, and nothing of it is left. */
    GONE,
    /** It can be read and commented. */
    OPEN,
    /** Nobody sees it any more, and its rows are being deleted. */
    REMOVING
  }

  byte[] encode() {
    return new KeyWriter()
        .writeByte(VERSION)
        .writeBigEndian(sequence, Long.BYTES)
        .writeByte(
            switch (state) {
              case GONE -> 0;
              case OPEN -> 1;
              case REMOVING -> 2;
            })
        .writeBigEndian(life, Integer.BYTES)
        .writeBigEndian(move, Integer.BYTES)
        .writeByte(layout.code())
        .writeByte(isMoving ? 1 : 0)
        .writeByte(isLeftover ? 1 : 0)
        .writeBigEndian(comments, Long.BYTES)
        .toByteArray();
  }

  static PostHead decode(byte[] value) {
    KeyReader in = new KeyReader(value);
    int version = in.readByte();
    if (version != VERSION) {
      throw new IllegalStateException("a post of version " + version + ", not " + VERSION);
    }
    long sequence = in.readBigEndian(Long.BYTES);
    State state =
        switch (in.readByte()) {
          case 0 -> State.GONE;
          case 1 -> State.OPEN;
          default -> State.REMOVING;
        };
    return new PostHead(
        sequence,
        state,
        (int) in.readBigEndian(Integer.BYTES),
        (int) in.readBigEndian(Integer.BYTES),
        CommentLayout.of(in.readByte()),
        in.readByte() != 0,
        in.readByte() != 0,
        in.readBigEndian(Long.BYTES));
  }

  boolean isOpen() {
    return state == State.OPEN;
  }

  /** Whether comments that were found as of this head are there as of another one. */
  boolean hasPlaceOf(PostHead other) {
    return state == other.state && life == other.life && move == other.move;
  }

  PostHead published(CommentLayout as) {
    return new PostHead(sequence + 1, State.OPEN, life + 1, 0, as, false, false, 0);
  }

  PostHead counting(long more) {
    return new PostHead(
        sequence + 1, state, life, move, layout, isMoving, isLeftover, comments + more);
  }

  PostHead moving() {
    return new PostHead(sequence + 1, state, life, move, layout, true, isLeftover, comments);
  }

  /** A part of the comments is copied. */
  PostHead copied() {
    return new PostHead(sequence + 1, state, life, move, layout, isMoving, isLeftover, comments);
  }

  PostHead moved() {
    return new PostHead(
        sequence + 1,
        state,
        life,
        move + 1,
        layout.other(),
        false,
        isLeftover || layout == CommentLayout.TALL,
        comments);
  }

  PostHead cleaned() {
    return new PostHead(sequence + 1, state, life, move, layout, isMoving, false, comments);
  }

  PostHead removing() {
    return new PostHead(sequence + 1, State.REMOVING, life, move, layout, false, true, 0);
  }

  PostHead gone() {
    return new PostHead(sequence + 1, State.GONE, life, 0, CommentLayout.WIDE, false, false, 0);
  }
}
