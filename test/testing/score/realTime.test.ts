import { setTimeout as inRealTime } from 'node:timers/promises';
import { delay, takeUntil, type MonoTypeOperatorFunction } from 'rxjs';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { ChatCompletionChunk } from '../../../src/core/chunk.ts';
import type { StageContext, Stages } from '../../../src/session/stages.ts';
import { defineFunction, type Agent } from '../../../src/session/agent.ts';
import { chunk, finish } from '../../../src/testing/doubles/chunks.ts';
import { monotonicScheduler } from '../../../src/time/monotonicScheduler.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import type { ScoreOptions } from '../../../src/testing/score/options.ts';
import { score } from '../../../src/testing/score.ts';
import { concierge, type Guest } from './concierge.ts';

const llm = ['Hello.'];
/** So long that virtual time comes to stand still for it on a busy machine, too. */
const LONG_MS = 500;

const inEndpointing = (own: (context: StageContext) => MonoTypeOperatorFunction<unknown>): Stages => ({
  endpointing: (context, standard) => (heard) => heard.pipe(standard(), own(context)),
});

test.each<[string, ScoreOptions, string]>([
  [
    'a splice',
    { splice: { transcript: delay(20) } },
    'the splice at "transcript" waits in real time, with a timer of 20 ms',
  ],
  [
    'a splice with a scheduler of this library',
    { splice: { transcript: delay(25, monotonicScheduler) } },
    'the splice at "transcript" waits in real time, with a timer of 25 ms',
  ],
  [
    'a stage',
    { stages: inEndpointing(() => delay(30)) },
    'the stage "endpointing" waits in real time, with a timer of 30 ms',
  ],
  [
    'a stage that listens to an edge',
    { stages: inEndpointing(({ edges }) => takeUntil(edges.transcript.pipe(delay(40)))) },
    'the stage "endpointing" waits in real time, with a timer of 40 ms',
  ],
])('%s on the default scheduler is named where the score fails', async (_, parts, message) => {
  const play = score(
    concierge(),
    ({ user, agent }) => {
      user.says('1s', 'good evening', '600ms');
      agent.heard('what nobody says');
    },
    { llm, ...parts },
  );
  await expect(play).rejects.toThrow(message);
});

test('a splice that takes the scheduler is not named', async () => {
  const clock = new VirtualClock();
  const { realTime } = await score(
    concierge(),
    ({ user, agent }) => {
      user.says('1s', 'good evening', '600ms');
      agent.heard('Hello.');
    },
    { llm, clock, splice: { transcript: delay(20, clock) } },
  );
  expect(realTime).toEqual([]);
});

test('where the score holds, it is a warning of the process', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const { realTime } = await score(concierge(), ({ user }) => user.says('1s', 'hello', '600ms'), {
    llm,
    splice: { transcript: delay(20) },
  });
  expect(realTime).toEqual([expect.stringContaining('the splice at "transcript"')]);
  expect(warned).toHaveBeenCalledWith(realTime[0], 'ScoreWarning');
});

test('an event handler that waits in real time is named', async () => {
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const agent = concierge();
  agent.on_user_message_added = async () => {
    await inRealTime(15);
  };
  const { realTime } = await score(agent, ({ user }) => user.types('1s', 'hello'), { llm });
  expect(realTime).toEqual([
    expect.stringContaining('on_user_message_added waits in real time, with a timer of 15 ms'),
  ]);
});

async function* slow(): AsyncGenerator<ChatCompletionChunk> {
  await inRealTime(LONG_MS);
  yield chunk('Hello.');
  yield finish();
}

test.each([
  ['free', 0, 0],
  ['charged', LONG_MS - 10, 60_000],
] as const)(
  'a handler that waits in real time is named, and with it %s it takes from %i ms of virtual time',
  async (realTime, least, most) => {
    const agent = { ...concierge(), llm_response_handler: slow };
    const result = await score(
      agent,
      ({ user, agent: expected }) => {
        user.types('1s', 'hello');
        expected.heard('Hello.');
      },
      { realTime },
    );
    const totalMs = result.metrics[0]?.totalMs ?? -1;
    expect(totalMs).toBeGreaterThanOrEqual(least);
    expect(totalMs).toBeLessThanOrEqual(most);
    expect(result.realTime).toEqual([expect.stringMatching(/^llm_response_handler waited for \d+ ms of real time/u)]);
  },
);

test('a function that waits in real time is charged as well', async () => {
  const agent = concierge();
  const book = defineFunction({
    description: 'Books a table',
    parameters: z.object({ guests: z.number() }),
    execute: () => inRealTime(LONG_MS, 'booked'),
  });
  const { metrics } = await score({ ...agent, functions: { book } }, ({ user }) => user.types('1s', 'hello'), {
    llm: [{ calls: [{ name: 'book', arguments: { guests: 2 } }] }, 'Done.'],
    realTime: 'charged',
  });
  expect(metrics[0]?.parts.functions).toBeGreaterThanOrEqual(LONG_MS - 10);
});

test('a configure_session that never ends is named', async () => {
  const agent: Agent<Guest> = { ...concierge(), configure_session: () => new Promise<never>(() => {}) };
  await expect(score(agent, () => {})).rejects.toThrow(
    'configure_session has not ended: it waits for more than 4 s of real time',
  );
});

test('a configure_session that waits on the clock ends in its time; one that waits for ever on it is named', async () => {
  const clock = new VirtualClock();
  const { configure_session } = concierge();
  const after = (ms: number) => async (input: never) => {
    await clock.sleep(ms);
    return configure_session(input);
  };
  await score(
    { ...concierge(), configure_session: after(500) },
    ({ user, agent }) => (user.types('1s', 'hello'), agent.heard('Hello.')),
    { clock },
  );
  await expect(score({ ...concierge(), configure_session: after(Infinity) }, () => {}, { clock })).rejects.toThrow(
    'configure_session has not ended: it waits for more than 60 s of virtual time',
  );
});

test('another manner of real time is refused', async () => {
  await expect(score(concierge(), () => {}, { realTime: 'paid' as never })).rejects.toThrow(
    'realTime: expected "free" or "charged"',
  );
});
