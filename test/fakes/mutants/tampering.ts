import type { OpenSocket, SocketFrame, SocketRequest } from '../../../src/wire/socket.ts';
import { openWebSocket } from '../../../src/wire/openWebSocket.ts';

export interface Tampering {
  readonly request?: (request: SocketRequest) => SocketRequest;
  /** Returns the frames that are sent in the place of one. */
  readonly frames?: (frame: SocketFrame) => readonly SocketFrame[];
}

/** Creates an opener of sockets whose requests and frames are changed, which makes a good adapter faulty. */
export function createTamperedSocket({
  request = (original) => original,
  frames = (frame) => [frame],
}: Tampering): OpenSocket {
  return (original, listener) => {
    const socket = openWebSocket(request(original), listener);
    return {
      send: (frame) => {
        for (const message of frames(frame)) socket.send(message);
      },
      close: () => socket.close(),
      terminate: () => socket.terminate(),
      get bufferedBytes() {
        return socket.bufferedBytes;
      },
    };
  };
}
