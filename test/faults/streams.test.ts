import fc from 'fast-check';
import { NEVER } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TurnEvent } from '../../src/core/turn.ts';
import { chunk } from '../../src/testing/doubles/chunks.ts';
import { runs } from '../properties/runs.ts';
import { createTestSession } from '../support/testSession.ts';
import { createHandlerStream, malformedStream, type MalformedStream } from './malformedStreams.ts';

const cases = runs(100);
const ASKED_AGAIN_MS = 40_000;

const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);

beforeAll(() => {
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
});

afterAll(() => {
  process.off('uncaughtException', note);
  process.off('unhandledRejection', note);
});

/** Calls a handler that answers like this, interrupts it, and calls it again. */
async function answeredWith(stream: MalformedStream): Promise<void> {
  let calls = 0;
  const test = createTestSession({
    transport: { audioIn: NEVER },
    agent: {
      llm_response_handler: ({ signal, messages }) => {
        const isLast = messages.some(({ content }) => content === 'still there');
        if (isLast) return oneAnswer();
        return calls++ === 0 ? createHandlerStream(stream, test.clock, signal) : oneAnswer();
      },
    },
  });
  const brackets: TurnEvent[] = [];
  test.session.edges.reply.subscribe((event) => brackets.push(event));
  test.clock.schedule(() => test.io.user.text.next('tell me'), 10);
  test.clock.schedule(() => test.io.user.text.next('wait'), 10 + stream.cutAtMs);
  test.clock.schedule(() => test.io.user.text.next('still there'), ASKED_AGAIN_MS);
  await test.clock.run(ASKED_AGAIN_MS + 5000);
  expect(test.history().slice(-2)).toEqual(['user: still there', 'assistant: Yes.']);
  const begun = brackets.flatMap(({ kind, turn }) => (kind === 'started' ? [turn] : []));
  const ended = brackets.flatMap(({ kind, turn }) => (kind === 'ended' ? [turn] : []));
  expect(ended).toEqual(begun);
  expect(new Set(ended).size).toBe(ended.length);
  test.session.close('ended_by_api');
  await test.clock.run(ASKED_AGAIN_MS + 10_000);
  await expect(test.session.ended).resolves.toMatchObject({ reason: 'ended_by_api' });
  expect(uncaught).toEqual([]);
}

async function* oneAnswer(): AsyncGenerator<ReturnType<typeof chunk>> {
  yield chunk('Yes.');
}

describe('whatever a handler streams', () => {
  it(
    'each turn is ended exactly once, nothing is uncaught, and the session goes on',
    () => fc.assert(fc.asyncProperty(malformedStream, answeredWith), cases),
    Math.max(300_000, cases.numRuns * 10_000),
  );
});
