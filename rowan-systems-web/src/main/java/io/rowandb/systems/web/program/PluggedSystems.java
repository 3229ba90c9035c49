package io.rowandb.systems.web.program;

import io.rowandb.systems.web.SystemPages;
import io.rowandb.systems.web.board.BoardPages;
import io.rowandb.systems.web.calls.CallPages;
import io.rowandb.systems.web.forum.ForumPages;
import io.rowandb.systems.web.logs.LogPages;
import io.rowandb.systems.web.messages.MessagePages;
import io.rowandb.systems.web.twibase.TwiPages;
import io.rowandb.systems.web.webtable.WebtablePages;
import java.util.List;

/** The systems that are served. To plug in one more, name it here. */
public final class PluggedSystems {
  /** All, in the order of the first page. */
  public static final List<SystemPages.Plug> ALL =
      List.of(
          CallPages::new,
          TwiPages::new,
          LogPages::new,
          BoardPages::new,
          ForumPages::new,
          MessagePages::new,
          WebtablePages::new);

  private PluggedSystems() {}
}
