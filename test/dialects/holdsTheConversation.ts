import { expect, test } from 'vitest';
import { converse, HISTORY, type Outcome } from './conversation.ts';
import type { Dialect } from './dialect.ts';
import type { DialectName } from './dialects.ts';

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
      difference: null,
    } satisfies { readonly [Field in keyof Outcome]: unknown });
    expect(outcome.heardWords).toBeGreaterThan(2);
  });
}
