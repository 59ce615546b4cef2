import { describe, expect, it } from 'vitest';
import {
  createIdempotentStarts,
  type IdempotentStarts,
  type KeyedRequest,
} from '../../../src/server/idempotency/idempotentStarts.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createPendingStarts, settle } from './support.ts';

const REQUEST: KeyedRequest = { owner: 'shop', key: 'k', body: 'digest' };
const present = (): AbortSignal => new AbortController().signal;
const refusedAs = (code: string): unknown => expect.objectContaining({ code });

interface Bench extends ReturnType<typeof createPendingStarts> {
  readonly clock: VirtualClock;
  readonly starts: IdempotentStarts;
  /** Requests a session with `REQUEST`, but for these fields. */
  readonly request: (fields?: Partial<KeyedRequest>, left?: AbortSignal) => Promise<string>;
}

function createBench(): Bench {
  const clock = new VirtualClock();
  const starts = createIdempotentStarts(clock);
  const pending = createPendingStarts();
  const request = (fields: Partial<KeyedRequest> = {}, left = present()): Promise<string> => {
    const outcome = starts.start({ ...REQUEST, ...fields }, pending.start, left);
    // Awaited by the test, maybe later.
    outcome.catch(() => undefined);
    return outcome;
  };
  return { clock, starts, request, ...pending };
}

describe('a request with a key', () => {
  it('that is repeated gets the same session', async () => {
    const { calls, request } = createBench();
    const first = request();
    await settle();
    calls[0]?.succeed('ses_1');
    expect(await first).toBe('ses_1');
    expect(await request()).toBe('ses_1');
    expect(calls).toHaveLength(1);
  });

  it('waits for the first that is still being served', async () => {
    const { calls, request } = createBench();
    const [first, second] = [request(), request()];
    await settle();
    expect(calls).toHaveLength(1);
    calls[0]?.succeed('ses_1');
    expect(await Promise.all([first, second])).toEqual(['ses_1', 'ses_1']);
  });

  it.each<[string, Partial<KeyedRequest>]>([
    ['caller', { owner: 'bank' }],
    ['key', { key: 'k2' }],
  ])('of another %s gets another session', async (_what, other) => {
    const { calls, request } = createBench();
    const both = Promise.all([request(), request(other)]);
    await settle();
    calls.forEach((call, index) => call.succeed(`ses_${index}`));
    expect(await both).toEqual(['ses_0', 'ses_1']);
  });

  it('of another body is refused, before and after the first has its session', async () => {
    const { calls, request } = createBench();
    const first = request();
    await expect(request({ body: 'other' })).rejects.toEqual(refusedAs('idempotency_key_reused'));
    calls[0]?.succeed('ses_1');
    await first;
    await expect(request({ body: 'other' })).rejects.toEqual(refusedAs('idempotency_key_reused'));
  });

  it('begins a new session 10 minutes after the last one', async () => {
    const { calls, clock, request } = createBench();
    const first = request();
    await settle();
    clock.flush(5000);
    calls[0]?.succeed('ses_1');
    await first;
    clock.flush(5000 + 599_999);
    expect(await request()).toBe('ses_1');
    clock.flush(5000 + 600_000);
    const later = request({ body: 'other' });
    await settle();
    calls[1]?.succeed('ses_2');
    expect(await later).toBe('ses_2');
  });
});

describe('a start that fails', () => {
  it('fails for all that wait for it, and is not kept', async () => {
    const { calls, request, starts } = createBench();
    const [first, second] = [request(), request()];
    await settle();
    calls[0]?.fail(new Error('no vendor'));
    await expect(first).rejects.toThrow('no vendor');
    await expect(second).rejects.toThrow('no vendor');
    expect(starts.size).toBe(0);
    const third = request({ body: 'other' });
    await settle();
    calls[1]?.succeed('ses_1');
    expect(await third).toBe('ses_1');
  });

  it('fails also when it throws', async () => {
    const starts = createIdempotentStarts(new VirtualClock());
    const start = (): never => {
      throw new Error('no vendor');
    };
    await expect(starts.start(REQUEST, start, present())).rejects.toThrow('no vendor');
    expect(starts.size).toBe(0);
  });
});

describe('a caller that leaves', () => {
  it('takes its session with it, as nobody waits for that', async () => {
    const { calls, request } = createBench();
    const caller = new AbortController();
    const first = request({}, caller.signal);
    await settle();
    caller.abort();
    expect(calls[0]?.signal.aborted).toBe(true);
    calls[0]?.fail(new Error('left'));
    await expect(first).rejects.toThrow('left');
  });

  it('leaves it to another that waits', async () => {
    const { calls, request } = createBench();
    const caller = new AbortController();
    void request({}, caller.signal);
    const second = request();
    await settle();
    caller.abort();
    expect(calls[0]?.signal.aborted).toBe(false);
    calls[0]?.succeed('ses_1');
    expect(await second).toBe('ses_1');
  });

  it('leaves it to the first, until that has left, too', async () => {
    const { calls, request } = createBench();
    const [one, two] = [new AbortController(), new AbortController()];
    void request({}, one.signal);
    void request({}, two.signal);
    await settle();
    two.abort();
    expect(calls[0]?.signal.aborted).toBe(false);
    one.abort();
    expect(calls[0]?.signal.aborted).toBe(true);
  });

  it('and comes back gets a new session, when the old start has been undone', async () => {
    const { calls, request } = createBench();
    const caller = new AbortController();
    void request({}, caller.signal);
    await settle();
    caller.abort();
    const again = request({ body: 'other' });
    await settle();
    expect(calls).toHaveLength(1);
    calls[0]?.fail(new Error('left'));
    await settle();
    calls[1]?.succeed('ses_2');
    expect(await again).toBe('ses_2');
  });

  it('and comes back gets the session that was started nevertheless', async () => {
    const { calls, request } = createBench();
    const caller = new AbortController();
    void request({}, caller.signal);
    await settle();
    caller.abort();
    const again = request();
    await settle();
    calls[0]?.succeed('ses_1');
    expect(await again).toBe('ses_1');
    expect(calls).toHaveLength(1);
  });

  it('before its start begins leaves nothing that goes on', async () => {
    const { calls, request } = createBench();
    void request({}, AbortSignal.abort());
    await settle();
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true]);
  });

  it('when it has its session changes nothing', async () => {
    const { calls, request } = createBench();
    const caller = new AbortController();
    const first = request({}, caller.signal);
    await settle();
    calls[0]?.succeed('ses_1');
    await first;
    caller.abort();
    expect(calls[0]?.signal.aborted).toBe(false);
  });
});

describe('the keys in memory', () => {
  it('are the latest 10000', async () => {
    const starts = createIdempotentStarts(new VirtualClock());
    let count = 0;
    const start = async (): Promise<{ id: string }> => ({ id: `ses_${count++}` });
    const request = (key: string): Promise<string> => starts.start({ ...REQUEST, key }, start, present());
    for (let n = 0; n < 10_000; n += 1) await request(`${n}`);
    expect(await request('0')).toBe('ses_0');
    await request('10000');
    expect(starts.size).toBe(10_000);
    expect(await request('1')).toBe('ses_1');
    expect(await request('0')).toBe('ses_10001');
  });

  it('are freed after 10 minutes, as soon as one more comes', async () => {
    const clock = new VirtualClock();
    const starts = createIdempotentStarts(clock);
    for (const key of ['a', 'b', 'c']) await starts.start({ ...REQUEST, key }, async () => ({ id: key }), present());
    clock.flush(600_000);
    await starts.start({ ...REQUEST, key: 'd' }, async () => ({ id: 'd' }), present());
    expect(starts.size).toBe(1);
  });
});
