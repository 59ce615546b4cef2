import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { LiveCall } from '../../../src/server/calls/call.ts';
import { joinAtOnce } from '../../../src/server/http/lineRoutes.ts';

/** A call that keeps what is done with it. */
function createCall(): { readonly call: LiveCall; readonly done: readonly string[] } {
  const done: string[] = [];
  const call = { close: (reason: string) => done.push(reason), admit: () => done.push('admitted') };
  return { call: call as unknown as LiveCall, done };
}

const withSocket = (isOpen: boolean): FastifyRequest =>
  ({ socket: { readable: isOpen, writable: isOpen } }) as FastifyRequest;

it('a session whose client left while it was started is disconnected, and not waited for', () => {
  const { call, done } = createCall();
  expect(() => joinAtOnce(withSocket(false), call)).toThrow('closed its connection');
  expect(done).toEqual(['disconnected']);
});

it('a session whose client is still there admits it', () => {
  const { call, done } = createCall();
  joinAtOnce(withSocket(true), call);
  expect(done).toEqual(['admitted']);
});
