import type { FastifyReply } from 'fastify';

/** Returns a signal that fires when the caller closes its connection before it receives the answer. */
export function callerLeft({ raw, request }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const leave = (): void => {
    if (!raw.writableFinished) controller.abort();
  };
  raw.once('close', leave);
  if (request.ws) watchUpgrade(request.raw.socket, leave);
  return controller.signal;
}

/**
 * Calls `leave` when the client of an upgrade closes its connection. Until a WebSocket takes over the socket, nothing
 * reads it, and its end would go unnoticed. Listening for `readable` makes the end arrive without consuming data.
 */
function watchUpgrade(socket: FastifyReply['request']['raw']['socket'], leave: () => void): void {
  const look = (): void => {
    if (socket.readableLength === 0) socket.read();
  };
  const stop = (): void => {
    socket.off('readable', look).off('end', leave).off('newListener', takeOver);
  };
  const takeOver = (event: string | symbol): void => {
    if (event === 'data') stop();
  };
  socket.on('readable', look).once('end', leave).on('newListener', takeOver).once('close', stop);
}
