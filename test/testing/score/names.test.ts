import { describe, expect, it } from 'vitest';
import { score } from '../../../src/testing/score.ts';
import type { ScoreOptions } from '../../../src/testing/score/options.ts';
import { concierge } from './concierge.ts';

/** As plain JavaScript writes it: the compiler does not complain. */
type Unchecked = Record<'user' | 'agent' | 'events' | 'errors', Record<string, (...args: unknown[]) => void>> & {
  readonly after: (event: string) => unknown;
};

function written(write: (parts: Unchecked) => void, options?: unknown): Promise<unknown> {
  return score(concierge(), write as never, options as ScoreOptions);
}

describe('a name that is none is refused, with those that there are', () => {
  it.each<[string, (parts: Unchecked) => void]>([
    ['event "agent_interupted"', ({ events }) => events['never']?.('agent_interupted')],
    ['event "agent_interupted"', ({ events }) => events['at']?.('agent_interupted', '1s')],
    ['event "interrupted"', ({ user, after }) => user['types']?.(after('interrupted'), 'hello')],
    ['error code "handler_timout"', ({ errors }) => errors['never']?.('handler_timout')],
    ['error code "handler_timout"', ({ errors }) => errors['has']?.('handler_timout')],
  ])('%s', async (name, write) => {
    await expect(written(write)).rejects.toMatchObject({
      code: 'usage_invalid',
      message: expect.stringMatching(new RegExp(`^there is no ${name}; expected one of \\w+, \\w+`, 'u')),
    });
  });

  it.each<[string, object]>([
    ['edge "transcripts"', { splice: { transcripts: () => undefined } }],
    ['stage "endpoint"', { stages: { endpoint: () => undefined } }],
  ])('%s', async (name, options) => {
    await expect(written(() => {}, options)).rejects.toMatchObject({
      code: 'usage_invalid',
      message: expect.stringMatching(new RegExp(`^there is no ${name}; expected one of \\w+, \\w+`, 'u')),
    });
  });
});

it('a misspelt option is refused, and the message suggests the right one', async () => {
  await expect(written(() => {}, { lllm: ['Yes?'] })).rejects.toMatchObject({
    code: 'usage_invalid',
    message: 'score.lllm: there is no option "lllm"; did you mean "llm"?',
  });
});

it('a time that is a number is refused, with how it is written', async () => {
  const complaint = 'expected a time such as "1.5s" or "700ms", got "1500"';
  await expect(written(({ user }) => user['says']?.(1500, 'hello', '1s'))).rejects.toThrow(complaint);
  await expect(written(({ events }) => events['at']?.('agent_interrupted', 1500))).rejects.toThrow(complaint);
});
