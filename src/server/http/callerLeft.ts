import type { FastifyReply } from 'fastify';

/** Returns a signal that fires when the caller has closed its connection before it got the answer. */
export function callerLeft({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
