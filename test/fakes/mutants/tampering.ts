import type { OpenSocket, SocketFrame, SocketRequest } from '../../../src/wire/socket.ts';
import { openWebSocket } from '../../../src/wire/openWebSocket.ts';

export interface Tampering {
  readonly request?: (request: SocketRequest) => SocketRequest;
  /** What is sent in a frame's place. */
  readonly frames?: (frame: SocketFrame) => readonly SocketFrame[];
}

/** Makes a faulty adapter of a good one: what it asks for and says is tampered with on its way. */
export function createTamperedSocket({
  request = (asked) => asked,
  frames = (frame) => [frame],
}: Tampering): OpenSocket {
  return (asked, listener) => {
    const socket = openWebSocket(request(asked), listener);
    return {
      send: (frame) => {
        for (const said of frames(frame)) socket.send(said);
      },
      close: () => socket.close(),
      terminate: () => socket.terminate(),
      get bufferedBytes() {
        return socket.bufferedBytes;
      },
    };
  };
}
