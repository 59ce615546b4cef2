import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createIdempotentStarts } from '../../../src/server/idempotency/idempotentStarts.ts';
import { runs } from '../../properties/runs.ts';
import { createPendingStarts, settle, type PendingStart } from './support.ts';

const KEEP_MS = 600_000;

/** What happens around a server that starts sessions. Indexes are modulo the number of what is there. */
type Step =
  | { readonly kind: 'request'; readonly key: string; readonly body: string }
  | { readonly kind: 'leave'; readonly request: number }
  | { readonly kind: 'succeed' | 'fail'; readonly start: number }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'settle' };

const key = fc.constantFrom('a', 'b');
const body = fc.constantFrom('x', 'x', 'y');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('request' as const), key, body }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave' as const), request: fc.nat(30) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('succeed' as const, 'fail' as const), start: fc.nat(30) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(1, 300_000, 600_000) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
);

interface Request {
  readonly key: string;
  readonly body: string;
  readonly caller: AbortController;
  outcome: 'refused' | 'failed' | { readonly id: string } | undefined;
}

/** A call of `start` for a request. */
interface Start {
  readonly request: Request;
  readonly call: PendingStart;
  readonly id: string;
  endedAtMs: number;
}

/** Of each key, one start is pending at most, and one session is younger than 10 minutes. */
function expectOneSessionPerKey(starts: readonly Start[]): void {
  for (const { request, call, endedAtMs } of starts) {
    if (call.state === 'failed') continue;
    const rivals = starts
      .filter((other) => other.call !== call && other.request.key === request.key)
      .filter((other) => other.call.state === call.state)
      .filter((other) => call.state === 'pending' || Math.abs(other.endedAtMs - endedAtMs) < KEEP_MS);
    expect(rivals).toEqual([]);
  }
}

/** Who gets a session has asked for it, with the same key and body. */
function expectOwnSessions(requests: readonly Request[], starts: readonly Start[]): void {
  for (const { outcome, ...request } of requests) {
    if (typeof outcome !== 'object') continue;
    const first = starts.find(({ id }) => id === outcome.id)?.request;
    expect([first?.key, first?.body]).toEqual([request.key, request.body]);
  }
}

function expectAnswers(requests: readonly Request[]): void {
  expect(requests.filter(({ outcome }) => outcome === undefined)).toEqual([]);
}

/** A server, and what was requested and started. */
class World {
  readonly #requests: Request[] = [];
  readonly #starts: Start[] = [];
  #nowMs = 0;
  readonly #idempotent = createIdempotentStarts({ now: () => this.#nowMs });

  async play(steps: readonly Step[]): Promise<void> {
    for (const one of steps) {
      await this.#apply(one);
      this.#check();
    }
    await settle();
    for (let pending = this.#pending(); pending.length > 0; pending = this.#pending()) {
      for (const start of pending) this.#end(start, 'succeed');
      await settle();
      this.#check();
    }
    expectAnswers(this.#requests);
  }

  async #apply(one: Step): Promise<void> {
    if (one.kind === 'request') this.#request(one.key, one.body);
    else if (one.kind === 'leave') this.#requests[one.request % this.#requests.length]?.caller.abort();
    else if (one.kind === 'pass') this.#nowMs += one.ms;
    else if (one.kind === 'settle') await settle();
    else this.#end(this.#starts[one.start % this.#starts.length], one.kind);
  }

  #request(ofKey: string, ofBody: string): void {
    const request: Request = { key: ofKey, body: ofBody, caller: new AbortController(), outcome: undefined };
    this.#requests.push(request);
    const { calls, start } = createPendingStarts();
    const begin = (signal: AbortSignal): Promise<{ readonly id: string }> => {
      const started = start(signal, () => Promise.resolve());
      for (const call of calls) this.#starts.push({ request, call, id: `ses_${this.#starts.length}`, endedAtMs: 0 });
      return started;
    };
    void this.#idempotent.start({ owner: 'shop', key: ofKey, body: ofBody }, begin, request.caller.signal).then(
      (id) => (request.outcome = { id }),
      (error: { code?: string }) => (request.outcome = error.code === undefined ? 'failed' : 'refused'),
    );
  }

  #end(start: Start | undefined, kind: 'succeed' | 'fail'): void {
    if (start?.call.state !== 'pending') return;
    start.endedAtMs = this.#nowMs;
    if (kind === 'succeed') start.call.succeed(start.id);
    else start.call.fail(new Error('failed'));
  }

  #check(): void {
    expectOneSessionPerKey(this.#starts);
    expectOwnSessions(this.#requests, this.#starts);
  }

  #pending(): readonly Start[] {
    return this.#starts.filter(({ call }) => call.state === 'pending');
  }
}

it('no two sessions exist for a key, in whatever order requests come and leave, and starts end', async () => {
  const steps = fc.array(step, { minLength: 5, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, (all) => new World().play(all)),
    runs(75),
  );
});
