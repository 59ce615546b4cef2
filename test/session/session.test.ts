import { describe, expect, it } from 'vitest';
import { rig } from '../support/rig.ts';

describe('a session', () => {
  it('answers a spoken question', async () => {
    const { clock, log, errors, history } = rig({
      voice: [{ atMs: 1000, forMs: 800 }],
      says: ['what time is it'],
      llm: ['It is seven. Anything else?'],
    });
    await clock.run(6000);
    expect(errors.map(({ code, message }) => [code, message])).toEqual([]);
    expect(log).toEqual([]);
    expect(history()).toEqual([]);
  });
});
