import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { NEVER } from 'rxjs';
import { defineFunction, type Agent } from '../../src/session/agent.ts';
import type { Session } from '../../src/session/session.ts';
import { chunk, toolCallChunk } from '../../src/testing/doubles/chunks.ts';
import { createTestSession } from '../support/testSession.ts';

type Data = Record<string, unknown>;

const fail = (): never => {
  throw new Error('out of order');
};
const never = (): Promise<never> => new Promise(() => undefined);
const EVENTS = [
  'on_user_started_speaking',
  'on_user_stopped_speaking',
  'on_user_message_added',
  'on_agent_started_speaking',
  'on_agent_stopped_speaking',
  'on_agent_message_added',
  'on_agent_interrupted',
];
const onAll = (handler: () => unknown): Partial<Agent<Data>> =>
  Object.fromEntries(EVENTS.map((event) => [event, handler]));
const LONG = 'It is a long story, and it has no end. '.repeat(20);

/** What the agent's code does. */
const AGENTS: Readonly<Record<string, Partial<Agent<Data>>>> = {
  'a model that throws': { llm_response_handler: fail },
  'a model that never resolves': { llm_response_handler: never },
  'a model that never yields': { llm_response_handler: () => NEVER },
  'a model that ignores its signal and never stops': {
    async *llm_response_handler() {
      yield chunk(LONG);
      await never();
    },
  },
  'a model that throws when it is aborted': {
    llm_response_handler: ({ signal }) => {
      signal.addEventListener('abort', fail);
      return NEVER;
    },
  },
  'a model whose generator refuses to return': {
    async *llm_response_handler() {
      try {
        yield chunk(LONG);
        await never();
      } finally {
        await never();
      }
    },
  },
  'a function that never returns': {
    functions: { look: defineFunction({ description: 'looks', parameters: z.object({}), execute: never }) },
    async *llm_response_handler() {
      yield toolCallChunk({ index: 0, id: 'c', name: 'look', arguments: '{}' });
    },
  },
  'event handlers that throw': onAll(fail),
  'event handlers that reject': onAll(() => Promise.reject(new Error('out of order'))),
  'event handlers that never resolve': onAll(never),
  'event handlers that throw later': onAll(() => queueMicrotask(fail)),
};

/** How the session is ended, with which reason, and how long that may take, in ms: see docs/sessions.md. */
const ENDINGS: readonly (readonly [name: string, end: (session: Session<Data>) => void, reason: string, ms: number])[] =
  [
    ['by the API', (session) => session.close('ended_by_api'), 'ended_by_api', 1400],
    ['by the client', (session) => session.close('ended_by_client'), 'ended_by_client', 1400],
    ['as the client is gone', (session) => session.close('disconnected'), 'disconnected', 1400],
    ['as the server goes away', (session) => session.close('draining'), 'draining', 400],
    ['by the agent', (session) => session.end({ after: 'now' }), 'agent_ended', 400],
    ['by the agent after its speech', (session) => session.end(), 'agent_ended', 600_400],
  ];

/** When it is ended: the user speaks from 320 to 960 ms. */
const PHASES = { listening: 800, thinking: 1600, speaking: 2600 } as const;

describe.each(Object.entries(AGENTS))('a session with %s', (_, agent) => {
  describe.each(Object.entries(PHASES))('that is %s', (_phase, atMs) => {
    it.each(ENDINGS)('%s ends once, with its reason, in time', async (_by, end, reason, ms) => {
      const { session, clock, ledger } = createTestSession({
        voice: [{ atMs: 320, forMs: 640 }],
        says: ['tell me'],
        llm: [LONG],
        agent,
      });
      const ends: unknown[] = [];
      void session.ended.then((ended) => ends.push(ended.reason));
      await clock.run(atMs);
      end(session);
      // Whoever ends it again changes nothing.
      session.close('internal');
      session.end({ after: 'now' });
      await clock.run(atMs + ms);
      expect(ends).toEqual([reason]);
      await clock.run(atMs + ms + 60_000);
      expect([ends, ledger.open(), clock.pending]).toEqual([[reason], {}, 0]);
    });
  });
});
