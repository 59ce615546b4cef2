import { setImmediate as immediate } from 'node:timers/promises';
import { fastify } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAdmission } from '../../../src/server/admission/admission.ts';
import { STEADY_LOOP } from '../../../src/server/admission/loopMonitor.ts';
import { ANYONE } from '../../../src/server/callers/caller.ts';
import type { CallRequest } from '../../../src/server/calls/call.ts';
import { createCalls, type Calls } from '../../../src/server/calls/calls.ts';
import { createTokens } from '../../../src/server/tokens/tokens.ts';
import { createTimeouts } from '../../../src/server/life/timeouts.ts';
import { createObserver } from '../../../src/server/observer/createObserver.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { audioFormats } from '../media/support/call.ts';
import { FakeSocket } from '../media/support/fakeSocket.ts';
import { doubled } from '../support.ts';

const REQUEST: CallRequest = { caller: ANYONE, custom_data: {}, audio: audioFormats(), max_duration: 3600 };

interface TestCalls {
  readonly calls: Calls;
  readonly scheduler: VirtualClock;
  /** The sessions whose tokens were forgotten. */
  readonly forgotten: readonly string[];
}

function testCalls(): TestCalls {
  const scheduler = new VirtualClock();
  const forgotten: string[] = [];
  const app = fastify();
  onTestFinished(() => app.close());
  const loop = { ...STEADY_LOOP };
  const calls = createCalls({
    ...doubled(),
    scheduler,
    timeouts: createTimeouts({ drain_timeout: 8 }),
    loop,
    admission: createAdmission({ maxSessions: 10, maxLoopDelayMs: 100, maxHeap: 1, loop, heap: () => 0 }),
    observer: createObserver(app, { loop, ports: undefined, scheduler }),
    tokens: { ...createTokens(), forget: (sessionId) => void forgotten.push(sessionId) },
    log: app.log,
  });
  return { calls, scheduler, forgotten };
}

describe('a session that starts while its server closes', () => {
  it('is refused or ended, at whatever step of its start that is, and leaves nothing behind', async () => {
    const outcomes = new Set<string>();
    for (let step = 0; step < 60; step += 1) {
      const { calls, scheduler } = testCalls();
      const started = calls.start(REQUEST).then(
        (call) => call,
        (error: unknown) => error as Error,
      );
      for (let n = 0; n < step; n += 1) await Promise.resolve();
      await calls.close();
      const outcome = await started;
      await immediate();
      outcomes.add(outcome instanceof Error ? outcome.message : 'started');
      const live = 'id' in outcome ? calls.findLive(outcome.id) : undefined;
      expect([step, live, scheduler.pending]).toEqual([step, undefined, 0]);
    }
    expect([...outcomes]).toEqual(['The server is shutting down.', 'started']);
  });
});

describe('a session that has ended', () => {
  it('takes the ids of its used tokens with it', async () => {
    const { calls, forgotten } = testCalls();
    const call = await calls.start(REQUEST);
    expect(forgotten).toEqual([]);
    call.close('ended_by_api');
    await call.ended;
    await immediate();
    expect(forgotten).toEqual([call.id]);
  });
});

describe('a server that drains', () => {
  it('tells a client whose token it has accepted, as soon as that has joined', async () => {
    const { calls, scheduler } = testCalls();
    const call = await calls.start(REQUEST);
    call.admit();
    const drained = calls.drain();
    const socket = new FakeSocket();
    call.join(socket);
    expect(socket.types).toEqual(['session.started', 'session.draining']);
    await scheduler.run(8000);
    await drained;
    expect(socket.closed?.code).toBe(1012);
  });
});
