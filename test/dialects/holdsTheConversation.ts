import { expect, test } from 'vitest';
import { converse, HISTORY, RESULT_MS, type Outcome } from './conversation.ts';
import type { Dialect } from './dialect.ts';
import type { DialectName } from './dialects.ts';

/** By how much the word of the result may be longer or shorter: Opus and lost packets change its ends. */
const MARGIN_MS = 100;
/** 0.5 s of voice are known in windows of 32 ms, of which the first may have begun before the voice. */
const LEAST_VOICE_MS = 480;
/** Beyond the threshold: the rest of a window, and the frame in which it ends. */
const MOST_VOICE_MS = 600;

/** Tests that a client holds the conversation that all do, at the same time as the others of its file. */
export function holdsTheConversation({ protocol, client, heard }: DialectName, dialect: Dialect): void {
  test.concurrent(`${protocol} (${client}): question, function, noise, interruption, goodbye`, {
    timeout: 120_000,
  }, async () => {
    const outcome = await converse(dialect);
    expect(outcome).toEqual({
      history: HISTORY,
      interruptionsByNoise: 0,
      interruptions: 1,
      heardWords: expect.any(Number),
      differenceInWords: expect.toSatisfy((words: number) => words <= 1),
      heard: [heard],
      resultMs: expect.toSatisfy((ms: number) => Math.abs(ms - RESULT_MS) <= MARGIN_MS),
      voice: {
        passageMs: expect.toSatisfy((ms: number) => ms >= LEAST_VOICE_MS),
        stretchMs: expect.toSatisfy((ms: number) => ms <= MOST_VOICE_MS),
      },
      difference: null,
    } satisfies { readonly [Field in keyof Outcome]: unknown });
    expect(outcome.heardWords).toBeGreaterThan(2);
  });
}
