import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { firstValueFrom, fromEvent, ReplaySubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { createSttDouble } from '../../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../../src/testing/doubles/vad.ts';
import { SubscriptionLedger } from '../../../src/stream/subscriptionLedger.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import {
  agentWith,
  appWith,
  config,
  joinSession,
  listening,
  mediaOf,
  offerOf,
  openSocket,
  post,
  problemIn,
  startSession,
} from '../support.ts';

const ROOM = 10;

describe('the places of a server', () => {
  it('with room for 10, of 100 simultaneous starts exactly 10 succeed', async () => {
    const gate = new ReplaySubject<void>(1);
    const agent = agentWith({ configure_session: () => firstValueFrom(gate).then(() => config) });
    const app = await appWith({ agent, max_sessions: ROOM });
    const url = new URL('/v1/sessions', await listening(app));
    const refused: Response[] = [];
    const starts = Array.from({ length: 10 * ROOM }, async () => {
      const response = await fetch(url, { method: 'POST' });
      if (response.status !== 201) refused.push(response);
      // The sessions are configured when all the others have been answered.
      if (refused.length === 9 * ROOM) gate.next();
      return response.status;
    });
    const statuses = await Promise.all(starts);
    expect(statuses.filter((status) => status === 201)).toHaveLength(ROOM);
    for (const response of refused) {
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('5');
      expect(await response.json()).toMatchObject({ code: 'at_capacity' });
    }
    const ready = await fetch(new URL('/readyz', url));
    expect([ready.status, await ready.json()]).toMatchObject([503, { detail: '10 of 10 sessions are in use.' }]);
  });

  it('are free again after a session has ended, and after a start that failed', async () => {
    let fails = true;
    const agent = agentWith({
      configure_session: () => {
        if (fails) throw new Error('not today');
        return config;
      },
    });
    const app = await appWith({ agent, max_sessions: 1 });
    expect(problemIn(await post(app)).code).toBe('handler_failed');
    fails = false;
    const { session_id } = await startSession(app);
    expect(problemIn(await post(app)).code).toBe('at_capacity');
    await app.inject({ method: 'DELETE', url: `/v1/sessions/${session_id}` });
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    await startSession(app);
  });

  it('are free again when nobody joins', async () => {
    const scheduler = new VirtualClock();
    const app = await appWith({ scheduler, max_sessions: 1 });
    await startSession(app);
    await scheduler.run(60_000);
    await startSession(app);
  });

  it('are free again when the caller leaves while its session is configured', async () => {
    const [begun, aborted] = [new ReplaySubject<void>(1), new ReplaySubject<unknown>(1)];
    let isFirst = true;
    const agent = agentWith({
      configure_session: ({ signal }) => {
        if (!isFirst) return config;
        isFirst = false;
        fromEvent(signal, 'abort').subscribe(aborted);
        begun.next();
        return new Promise(() => {});
      },
    });
    const app = await appWith({ agent, max_sessions: 1 });
    const at = await listening(app);
    const caller = connect(Number(at.port), at.hostname);
    await once(caller, 'connect');
    caller.write(`POST /v1/sessions HTTP/1.1\r\nHost: ${at.host}\r\nContent-Length: 0\r\n\r\n`);
    await firstValueFrom(begun);
    caller.destroy();
    await firstValueFrom(aborted);
    // The start fails at once, in microtasks.
    await immediate();
    await startSession(app);
  });

  it.each([
    [201, false],
    [503, true],
  ])(
    'of which the last is taken by a caller that leaves as its 201 is written: the next start gets %i (Idempotency-Key: %s)',
    async (status, hasKey) => {
      let leave = (): void => undefined;
      const token_secrets = (): string[] => {
        leave();
        return ['a secret of more than 32 characters'];
      };
      const written = new ReplaySubject<void>(1);
      const app = await appWith({ max_sessions: 1, token_secrets }, (own) => {
        own.addHook('onRequest', async ({ raw: { socket } }) => {
          // The token of the answer is about to be signed.
          leave = () => void socket.destroy();
        });
        own.addHook('onSend', async () => written.next());
      });
      const url = new URL('/v1/sessions', await listening(app));
      const key = hasKey ? { 'idempotency-key': '"one"' } : undefined;
      await expect(fetch(url, { method: 'POST', headers: { ...key } })).rejects.toThrow('fetch failed');
      await firstValueFrom(written);
      await immediate();
      leave = () => undefined;
      expect((await post(app)).statusCode).toBe(status);
    },
  );
});

describe('a session that nobody has joined', () => {
  it('opens nothing: neither recogniser nor voice nor detection', async () => {
    const ledger = new SubscriptionLedger();
    const ports = {
      vad: createVadDouble({ ledger }),
      stt: createSttDouble({ says: [], ledger }),
      tts: createTtsDouble({ ledger }),
    };
    const app = await appWith({ ports });
    const session = await startSession(app);
    expect(ledger.open()).toEqual({});
    await joinSession(session, await listening(app));
    expect(ledger.open()).not.toEqual({});
  });

  it('ends without having begun', async () => {
    const record = { begin: () => expect.unreachable() };
    const app = await appWith({ record });
    const { session_id } = await startSession(app);
    const url = `/v1/sessions/${session_id}`;
    await app.inject({ method: 'DELETE', url });
    expect((await app.inject(url)).json()).toMatchObject({ state: 'ended', reason: 'ended_by_api' });
  });

  it('that cannot begin closes the socket of its client with 1011', async () => {
    const stages = {
      vad: () => {
        throw new Error('no such stage');
      },
    };
    const app = await appWith({ stages, max_sessions: 1 });
    const session = await startSession(app);
    const client = openSocket(mediaOf(session, await listening(app)), offerOf(session));
    expect((await once(client, 'close'))[0]).toBe(1011);
    expect((await app.inject(`/v1/sessions/${session.session_id}`)).json()).toMatchObject({ reason: 'part_failed' });
    await startSession(app);
  });
});
