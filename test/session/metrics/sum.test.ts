import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PlayedSessionOptions } from '../../support/playSession.ts';
import type { FunctionBody } from '../../support/testSession.ts';
import { coughs } from '../../support/userActions.ts';
import { runs } from '../../properties/runs.ts';
import { ASKED, lagging, LAST_VOICED, sumOf, waits } from './waits.ts';

const ms = (max: number): fc.Arbitrary<number> => fc.nat({ max });
const seconds = (max: number): fc.Arbitrary<number> => ms(max).map((delay) => delay / 1000);

/** How slow each part of an answer is, in whole ms. */
const slowness = fc.record({
  segment: fc.integer({ min: 200, max: 1500 }).map((silence) => silence / 1000),
  vad: ms(1500),
  endpointing: seconds(2000),
  stt: ms(900),
  first: ms(2000),
  token: ms(300),
  /** Rounds of functions before the answer, and how long each takes. */
  functions: fc.array(ms(1500), { maxLength: 2 }),
  voice: ms(1500),
  latency: ms(200),
  /** A cough on the grid of the windows, so long after the segment has ended. */
  cough: fc.option(ms(40).map((windows) => windows * 32)),
});

type Slowness = typeof slowness extends fc.Arbitrary<infer Value> ? Value : never;

it('whatever is slow, the parts are the whole wait from the last voiced sample to the first one heard', () =>
  fc.assert(
    fc.asyncProperty(slowness, async (slow) => {
      const { metrics, when } = await waits(pieceOf(slow));
      const [, heardAt = Number.NaN] = when('agent_started_speaking');
      expect(metrics.map(({ heard }) => heard)).toEqual([true]);
      expect(metrics.map(({ totalMs }) => totalMs)).toEqual([heardAt - LAST_VOICED]);
      expect(metrics.map(sumOf)).toEqual([heardAt - LAST_VOICED]);
    }),
    runs(15),
  ));

function pieceOf({
  segment,
  vad,
  endpointing,
  stt,
  first,
  token,
  functions,
  voice,
  latency,
  cough,
}: Slowness): PlayedSessionOptions {
  const callReplies = functions.map((_, at) => ({ calls: [{ name: `f${at}` }] }));
  const takes =
    (delay: number): FunctionBody =>
    (clock) =>
      new Promise((resolve) => clock.schedule(() => resolve('done'), delay));
  return {
    untilMs: 30_000,
    user: [ASKED, ...(cough === null ? [] : [coughs(LAST_VOICED + 1600 + cough, 320)])],
    llm: [...callReplies, 'One two. Three.'],
    llmBehaviour: { firstTokenMs: first, tokenMs: token },
    functions: Object.fromEntries(functions.map((delay, at) => [`f${at}`, takes(delay)])),
    stt: { delayMs: stt },
    tts: { firstAudioMs: voice },
    transport: { latencyMs: latency },
    options: lagging(vad),
    config: {
      first_message: 'Hi.',
      max_nested_function_calls: 2,
      min_endpointing_delay: endpointing,
      vad: { provider: 'silero', min_silence_duration: segment },
    },
  };
}
