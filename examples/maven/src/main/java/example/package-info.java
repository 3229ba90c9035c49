/** A program with typed tables, to copy: begin at {@link example.Guestbook}. */
package example;
