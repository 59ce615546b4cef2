import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CallError } from '../../src/client/errors.ts';
import { startSession, type StartSession } from '../../src/client/sessions.ts';
import { INVITATION, stubBrowser } from './support/browser.ts';

const options = (): Parameters<typeof startSession>[0] => ({
  sessionsUrl: '/v1/sessions',
  customData: { guest: 'Ada' },
  frameMs: 40,
  lifetime: new AbortController().signal,
});

describe('startSession', () => {
  it('requests a session of antiphon.v1 and returns what is needed to join it', async () => {
    const { requests } = await stubBrowser();
    expect(await startSession(options())).toEqual(INVITATION);
    expect(requests).toMatchObject([
      {
        url: '/v1/sessions',
        method: 'POST',
        body: {
          custom_data: { guest: 'Ada' },
          transport: { type: 'websocket', protocol: 'antiphon.v1', audio: { output: INVITATION.audio.output } },
        },
      },
    ]);
  });

  it('throws the message of the server where there is no session', async () => {
    const problem = {
      type: 'about:blank',
      title: 'At capacity',
      status: 503,
      code: 'at_capacity',
      detail: 'Try later.',
    };
    await stubBrowser({ answer: async () => Response.json(problem, { status: 503 }) });
    await expect(startSession(options())).rejects.toMatchObject({
      code: 'session_refused',
      message: 'At capacity: Try later.',
      cause: problem,
    });
  });

  it.each([
    ['no problem document', new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' })],
    ['no words', Response.json({}, { status: 502, statusText: 'Bad Gateway' })],
  ])('throws the status where a refusal has %s', async (_name, response) => {
    await stubBrowser({ answer: async () => response });
    const refused = { code: 'session_refused', message: 'The server answered 502 Bad Gateway' };
    await expect(startSession(options())).rejects.toMatchObject(refused);
  });

  it.each([
    ['a page', new Response('<!doctype html>')],
    ['no object', Response.json(null)],
    ['no transport', Response.json({ session_id: 'ses_1' })],
    ['no transport of ours', Response.json({ transport: { ...INVITATION, protocol: 'antiphon.v9' } })],
    ['no token', Response.json({ transport: { ...INVITATION, token: undefined } })],
    ['no rate', Response.json({ transport: { ...INVITATION, audio: {} } })],
  ])('is not taken in by an answer that holds %s', async (_name, response) => {
    await stubBrowser({ answer: async () => response });
    await expect(startSession(options())).rejects.toMatchObject({ code: 'session_refused' });
  });

  it('throws server_unreachable where there is no answer', async () => {
    const cause = new TypeError('Failed to fetch');
    await stubBrowser({ answer: () => Promise.reject(cause) });
    await expect(startSession(options())).rejects.toMatchObject({ code: 'server_unreachable', cause });
  });

  it('gives a server 15 s', async () => {
    const clock = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
    const { requests } = await stubBrowser();
    await startSession(options());
    expect(timeout).toHaveBeenCalledExactlyOnceWith(15_000);
    clock.abort();
    expect(requests[0]?.signal?.aborted).toBe(true);
  });

  it('aborts the request when the lifetime is over', async () => {
    const { requests } = await stubBrowser();
    const life = new AbortController();
    await startSession({ ...options(), lifetime: life.signal });
    expect(requests[0]?.signal?.aborted).toBe(false);
    life.abort();
    expect(requests[0]?.signal?.aborted).toBe(true);
  });
});

describe('a function that starts the session', () => {
  it('gets the request, and returns what is needed to join', async () => {
    const { requests } = await stubBrowser();
    const own = vi.fn<StartSession>(async () => ({ transport: INVITATION }));
    expect(await startSession({ ...options(), startSession: own })).toEqual(INVITATION);
    const { output } = INVITATION.audio;
    expect(own.mock.calls[0]?.[0]).toEqual({
      custom_data: { guest: 'Ada' },
      transport: { type: 'websocket', protocol: 'antiphon.v1', audio: { output } },
    });
    expect(requests).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['another answer', () => ({ error: 'unauthorized' })],
    ['a transport without a token', () => ({ transport: { ...INVITATION, token: undefined } })],
  ])('has started none if it returns %s', async (_what, answer) => {
    await stubBrowser();
    const own = (async () => answer()) as unknown as StartSession;
    await expect(startSession({ ...options(), startSession: own })).rejects.toMatchObject({
      code: 'session_refused',
      message: 'startSession returned no session.',
    });
  });

  it('is quoted if it fails', async () => {
    await stubBrowser();
    const cause = new Error('Log in first.');
    const own = (): Promise<never> => Promise.reject(cause);
    await expect(startSession({ ...options(), startSession: own })).rejects.toMatchObject({
      code: 'session_refused',
      message: 'Log in first.',
      cause,
    });
  });

  it('is quoted if it throws', async () => {
    await stubBrowser();
    const own = (): never => {
      throw new Error('Log in first.');
    };
    await expect(startSession({ ...options(), startSession: own })).rejects.toMatchObject({ message: 'Log in first.' });
  });

  it('is not missed after 15 s if it has thrown', async () => {
    const clock = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
    const unhandled = vi.fn<() => void>();
    process.prependListener('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    await stubBrowser();
    const own = (): never => {
      throw new Error('Log in first.');
    };
    await startSession({ ...options(), startSession: own }).catch(() => undefined);
    clock.abort();
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('may fail with a code of its own', async () => {
    await stubBrowser();
    const error = new CallError('server_unreachable', 'The backend is down.');
    const own = (): Promise<never> => Promise.reject(error);
    await expect(startSession({ ...options(), startSession: own })).rejects.toBe(error);
  });

  it('has 15 s, whether or not it minds its signal', async () => {
    const clock = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
    await stubBrowser();
    const own = vi.fn<StartSession>(() => new Promise(() => undefined));
    const starting = startSession({ ...options(), startSession: own });
    clock.abort();
    await expect(starting).rejects.toMatchObject({ code: 'server_unreachable' });
    expect(own.mock.calls[0]?.[1].aborted).toBe(true);
  });
});
