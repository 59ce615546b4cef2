import { expect, test } from 'vitest';
import { converse, HISTORY, RESULT_MS, type Outcome } from './conversation.ts';
import type { Dialect } from './dialect.ts';
import type { DialectName } from './dialects.ts';

/** By how much the word of the result may be longer or shorter: Opus and lost packets change its ends. */
const MARGIN_MS = 100;
/** 0.5 s of voice are known in windows of 32 ms, of which the first may have begun before the voice. */
const EVEN = { longestResultMs: RESULT_MS + MARGIN_MS, leastVoiceMs: 480 };
/** A word that is stretched is heard once. Words interrupt the silence of 1 s that a busy machine makes in the story, however short they are. */
const UNEVEN = { longestResultMs: 2 * RESULT_MS - MARGIN_MS, leastVoiceMs: 0 };
/** Beyond the threshold: the rest of a window, and the frame in which it ends. */
const MOST_VOICE_MS = 600;

/** Tests that a client holds the conversation that all do, at the same time as the others of its file. */
export function holdsTheConversation({ protocol, client, heard }: DialectName, dialect: Dialect): void {
  test.concurrent(`${protocol} (${client}): question, function, noise, interruption, goodbye`, {
    timeout: 120_000,
  }, async () => {
    const outcome = await converse(dialect);
    const { longestResultMs, leastVoiceMs } = dialect.isUneven === true ? UNEVEN : EVEN;
    expect(outcome).toEqual({
      history: HISTORY,
      interruptionsByNoise: 0,
      interruptions: 1,
      heardWords: expect.any(Number),
      differenceInWords: expect.toSatisfy((words: number) => words <= 1),
      heard: [heard],
      resultMs: expect.toSatisfy((ms: number) => ms >= RESULT_MS - MARGIN_MS && ms <= longestResultMs),
      voice: {
        passageMs: expect.toSatisfy((ms: number) => ms >= leastVoiceMs),
        stretchMs: expect.toSatisfy((ms: number) => ms <= MOST_VOICE_MS),
      },
      difference: null,
    } satisfies { readonly [Field in keyof Outcome]: unknown });
    expect(outcome.heardWords).toBeGreaterThan(2);
  });
}
