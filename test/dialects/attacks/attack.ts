import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { WebSocket, type RawData } from 'ws';

/** What a peer does that its protocol forbids, and how the server must answer. */
export interface Attack {
  readonly name: string;
  /** Resolves with how the server has answered. `url`: the server's, without a trailing slash. */
  run(url: string): Promise<Answer>;
  readonly expected: Answer;
}

export interface Answer {
  /** The HTTP status with which it refused. */
  readonly status?: number;
  /** The close code. */
  readonly code?: number;
  /** The peer's own kinds of error, in their order. */
  readonly errors?: readonly unknown[];
  /** Whether the session goes on. */
  readonly goesOn?: true;
}

export interface Opening {
  readonly protocols?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens a socket, sends these messages, and resolves with how the server ends it. `errorIn`: reads the error of a message. */
export async function sendOver(
  url: string,
  messages: readonly (string | Uint8Array)[],
  opening: Opening = {},
  errorIn: (message: string) => unknown = () => undefined,
): Promise<Answer> {
  const socket = new WebSocket(url, [...(opening.protocols ?? [])], { headers: opening.headers ?? {} });
  const errors: unknown[] = [];
  socket.on('message', (data: RawData) => {
    const error = errorIn((data as Buffer).toString());
    if (error !== undefined) errors.push(error);
  });
  const refused = once(socket, 'unexpected-response').then(([, response]) => {
    socket.terminate();
    return { status: (response as IncomingMessage).statusCode ?? 0 };
  });
  const closed = once(socket, 'close').then(([code]) => ({
    code: code as number,
    ...(errors.length === 0 ? {} : { errors }),
  }));
  // A refused handshake ends with an error, which says less than the status.
  socket.on('error', () => undefined);
  socket.on('open', () => messages.forEach((message) => socket.send(message)));
  return Promise.race([refused, closed]);
}
