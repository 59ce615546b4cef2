import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/server/callers/caller.ts';
import { createQuotas } from '../../../src/server/callers/quotas.ts';

describe('the place of a session', () => {
  const caller: Caller = { name: 'one', scopes: [], max_sessions: 2 };

  it('is given back once, however often that is asked', () => {
    const quotas = createQuotas();
    const giveBack = quotas.take(caller);
    quotas.take(caller);
    giveBack();
    giveBack();
    quotas.take(caller);
    expect(() => quotas.take(caller)).toThrow(expect.objectContaining({ code: 'key_concurrency_exceeded' }));
  });
});
