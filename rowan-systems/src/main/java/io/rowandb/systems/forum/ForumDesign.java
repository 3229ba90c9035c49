package io.rowandb.systems.forum;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;

/** A design that is measured, with tables of its own, which closing it drops. For one thread. */
interface ForumDesign extends AutoCloseable {
  /** Comments of a page that is asked for. */
  int PAGE = 20;

  String name();

  String idea();

  int families();

  List<TableName> tables();

  /** Each comment is behind its post. */
  void load(Stream<PlacedEvent> events) throws IOException;

  void publish(Post post) throws IOException;

  /** One call of a change. */
  interface Call {
    /** Whether it took place; if not, the change is begun again. */
    boolean make() throws IOException;
  }

  /** Reads what a comment needs, and gives the calls that are left. */
  List<Call> comment(String post, Comment comment) throws IOException;

  /** Asks for a post alone. */
  void head(String post) throws IOException;

  int first(String post) throws IOException;

  int newest(String post) throws IOException;

  /** All comments; says how many. */
  long whole(String post) throws IOException;

  /** As it is stored. */
  long count(String post) throws IOException;

  /** What was read since this was asked last. */
  ForumReads takeReads() throws IOException;

  @Override
  void close() throws IOException;
}
