import { describe, expect, it } from 'vitest';
import { playSession } from '../support/playSession.ts';
import { says } from '../support/userActions.ts';

describe('finals that come in the wrong order', () => {
  it('make one message, in the order in which it was said', async () => {
    const { history, codes } = await playSession({
      user: [says(320, { text: 'one table', delayMs: 3000 }), says(1600, 'for two')],
      stt: { finalTimeoutMs: 5000 },
      llm: ['With pleasure.'],
    });
    expect(history()).toEqual(['user: one table for two', 'assistant: With pleasure.']);
    expect(codes).toEqual([]);
  });

  it('and one that comes after its time stands in for nothing: it is in front of what waits', async () => {
    const { history } = await playSession({
      user: [
        says(320, { text: '', answer: 'none', late: { text: 'one table', afterMs: 2000 } }),
        says(2000, 'for two', 1600),
      ],
      llm: ['With pleasure.'],
    });
    expect(history()).toEqual(['user: one table for two', 'assistant: With pleasure.']);
  });
});
