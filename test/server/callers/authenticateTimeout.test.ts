import { once } from 'node:events';
import { connect } from 'node:net';
import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Authenticate } from '../../../src/server/callers/caller.ts';
import { appWith, listening, problemIn } from '../support.ts';

/** An `authenticate` that never answers, and its signals, in the order of the requests. */
function hanging(): { readonly authenticate: Authenticate; readonly signals: readonly AbortSignal[] } {
  const signals: AbortSignal[] = [];
  return {
    signals,
    authenticate: (_request, { signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    },
  };
}

describe('an authenticate that hangs', () => {
  it.each([
    ['POST', '/v1/sessions'],
    ['GET', '/v1/sessions/ses_1'],
    ['GET', '/metrics'],
  ] as const)('is waited for until its time is over, and its signal fires: %s %s', async (method, url) => {
    const { authenticate, signals } = hanging();
    const app = await appWith({ authenticate, authenticate_timeout: 0.1 });
    const response = await app.inject({ method, url });
    expect(problemIn(response)).toMatchObject({ status: 504, code: 'authenticate_timeout' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('is waited for for 10 s, by default', async () => {
    const { authenticate, signals } = hanging();
    const scheduler = new VirtualTimeScheduler();
    const app = await appWith({ authenticate, scheduler });
    const answer = app.inject({ method: 'POST', url: '/v1/sessions' });
    await expect.poll(() => signals.length).toBe(1);
    scheduler.maxFrames = 9999;
    scheduler.flush();
    expect(signals[0]?.aborted).toBe(false);
    scheduler.maxFrames = 10_000;
    scheduler.flush();
    expect(problemIn(await answer).code).toBe('authenticate_timeout');
  });

  it('holds up no other request, and no place of a session', async () => {
    const { authenticate } = hanging();
    const app = await appWith({
      authenticate: (request, context) =>
        request.headers['x-who'] === 'shop'
          ? { name: 'shop', scopes: ['sessions:start'] }
          : authenticate(request, context),
      authenticate_timeout: 0.1,
      max_sessions: 1,
    });
    const hung = Array.from({ length: 50 }, () => app.inject({ method: 'POST', url: '/v1/sessions' }));
    const started = await app.inject({ method: 'POST', url: '/v1/sessions', headers: { 'x-who': 'shop' } });
    expect(started.statusCode).toBe(201);
    expect(new Set((await Promise.all(hung)).map(({ statusCode }) => statusCode))).toEqual(new Set([504]));
  });

  it('is no longer waited for when the caller has left', async () => {
    const { authenticate, signals } = hanging();
    const app = await appWith({ authenticate, authenticate_timeout: 300 });
    const at = await listening(app);
    const socket = connect(Number(at.port), at.hostname);
    onTestFinished(() => void socket.destroy());
    socket.write('POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => signals.length).toBe(1);
    const fired = once(signals[0] as AbortSignal, 'abort');
    socket.destroy();
    await fired;
  });

  it('does not hold the server when it closes', async () => {
    const { authenticate, signals } = hanging();
    const app = await appWith({ authenticate, authenticate_timeout: 300 });
    const at = await listening(app);
    const answer = fetch(new URL('/v1/sessions', at), { method: 'POST' });
    await expect.poll(() => signals.length).toBe(1);
    await app.close();
    expect((await answer).status).toBe(503);
    expect(signals[0]?.aborted).toBe(true);
  });

  it('may fail later: nothing comes of it', async () => {
    const app = await appWith({
      authenticate: (_request, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('too late')))),
      authenticate_timeout: 0.1,
    });
    const response = await app.inject({ method: 'POST', url: '/v1/sessions' });
    expect(problemIn(response).code).toBe('authenticate_timeout');
  });
});

describe('an authenticate that answers', () => {
  it('leaves its signal alone', async () => {
    const signals: AbortSignal[] = [];
    const app = await appWith({
      authenticate: (_request, { signal }) => {
        signals.push(signal);
        return { name: 'shop', scopes: ['sessions:start'] };
      },
    });
    expect((await app.inject({ method: 'POST', url: '/v1/sessions' })).statusCode).toBe(201);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });
});

it.each([0, 301, Number.NaN, '10'])('a timeout of %s is refused', async (authenticate_timeout) => {
  const given = { authenticate_timeout: authenticate_timeout as number };
  await expect(appWith(given)).rejects.toMatchObject({
    code: 'usage_invalid',
    message: `authenticate_timeout: expected seconds from 0.1 to 300, got ${authenticate_timeout}`,
  });
});
