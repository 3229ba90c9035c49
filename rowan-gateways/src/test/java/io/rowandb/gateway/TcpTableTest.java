package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What Linux says of connections. */
class TcpTableTest {
  private static final String HEAD = "  sl  local_address rem_address   st tx_queue rx_queue";

  @Test
  void linesAreRead() throws IOException {
    boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    String own = little ? "0100007F:1F90" : "7F000001:1F90";
    String mapped =
        little ? "0000000000000000FFFF00000100007F:1F90" : "00000000000000000000FFFF7F000001:1F90";
    TcpTable table =
        TcpTable.of(
            List.of(
                HEAD,
                "   0: " + own + " " + own.replace("1F90", "C350") + " 01 00000000:00000000",
                "  10: "
                    + mapped
                    + " "
                    + mapped.replace("1F90", "C351")
                    + " 08 00000000:00000000"));
    assertThat(table.isLeft(ends(50_000))).isFalse();
    assertThat(table.lacks(ends(50_000))).isFalse();
    assertThat(table.isLeft(ends(50_001))).isTrue();
    assertThat(table.isLeft(ends(50_002))).isFalse();
    assertThat(table.lacks(ends(50_002))).isTrue();
  }

  @Test
  void whereThereIsNoListNobodyHasLeft() throws IOException {
    TcpTable table = TcpTable.of(List.of());
    assertThat(table.isLeft(ends(1))).isFalse();
    assertThat(table.lacks(ends(1))).isFalse();
  }

  private static TcpTable.Ends ends(int remotePort) throws IOException {
    InetAddress local = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    return new TcpTable.Ends(
        new InetSocketAddress(local, 8080), new InetSocketAddress(local, remotePort));
  }

  /** Whatever has come before its end and was not read. */
  @Test
  @EnabledOnOs(OS.LINUX)
  @SuppressWarnings("try") // closing is what is tested
  void aConnectionThatIsClosedIsSeen() throws IOException {
    try (ServerSocket server = new ServerSocket(0);
        Socket client = new Socket("localhost", server.getLocalPort());
        Socket served = server.accept();
        Socket reset = new Socket("localhost", server.getLocalPort());
        Socket servedReset = server.accept()) {
      client.getOutputStream().write(new byte[100]);
      assertThat(TcpTable.read().isLeft(ends(served))).isFalse();
      assertThat(TcpTable.read().lacks(ends(servedReset))).isFalse();
      client.close();
      reset.setSoLinger(true, 0);
      reset.close();
      while (!TcpTable.read().isLeft(ends(served)) || !TcpTable.read().lacks(ends(servedReset))) {
        Thread.onSpinWait();
      }
      assertThat(served.getInputStream().readAllBytes()).hasSize(100);
    }
  }

  private static TcpTable.Ends ends(Socket socket) {
    return new TcpTable.Ends(
        (InetSocketAddress) socket.getLocalSocketAddress(),
        (InetSocketAddress) socket.getRemoteSocketAddress());
  }
}
