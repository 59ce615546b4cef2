import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { settle } from '../../src/time/runSteps.ts';
import { RESUMABLE, type FakeSocket } from './support/browser.ts';
import { expectReleased, live, say, type Live } from './support/call.ts';

afterEach(() => void vi.useRealTimers());

describe('a call whose connection is lost', () => {
  it.each([1001, 1006, 4408])('reconnects after %i, and goes on', async (code) => {
    const { call, heard, lose, resume } = await resumable();
    const socket = await lose(code);
    expect(call.state).toBe('reconnecting');
    expect(socket.protocols).toEqual(['antiphon.v1', 'antiphon.token.rt_1']);
    resume(socket);
    expect(call.state).toBe('live');
    expect(heard('state')).toEqual(['starting', 'live', 'reconnecting', 'live']);
    expect(heard('error')).toEqual([]);
  });

  it('uses the newest token for the next loss', async () => {
    const { browser, lose, resume } = await resumable();
    const second = await lose(1006);
    resume(second);
    second.drop(1006);
    expect((await nextSocket(browser)).protocols).toContain('antiphon.token.rt_2');
  });

  it.each([1000, 1012, 4400, 4409])('ends after %i', async (code) => {
    const { socket, heard, browser } = await resumable();
    socket.drop(code);
    expect(heard('ended')).toMatchObject([{ code }]);
    expectReleased(browser);
  });

  it('tells the server first what it has: the last message, and what was played', async () => {
    const { socket, context, lose } = await resumable();
    say(socket, 'u', 24_000);
    context.render(100);
    const next = await lose(1006);
    expect(next.messages).toEqual([
      { type: 'session.resume', last_seq: 1, utterance_id: 'u', played_samples: expect.any(Number) as number },
    ]);
    expect(next.messages[0]?.['played_samples']).toBeGreaterThanOrEqual(2400);
    expect(context.render(100).every((value) => value === 0)).toBe(true);
  });

  it('plays the rest from where it stopped, and ignores what is only repeated', async () => {
    const { socket, context, lose, resume } = await resumable();
    say(socket, 'u', 24_000);
    context.render(100);
    const next = await lose(1006);
    resume(next, { latest_seq: 2 });
    next.deliver({ type: 'audio.start', utterance_id: 'v', sample_rate: 24_000 });
    next.deliver({ type: 'audio.start', utterance_id: 'u', sample_rate: 24_000, first_sample: 2688 });
    next.receive(new Int16Array(240).fill(16_384).buffer);
    next.deliver({ type: 'audio.end', utterance_id: 'u', samples: 2928 });
    context.render(100);
    expect(next.messages.slice(1)).toMatchObject([
      { type: 'playback.finished', utterance_id: 'u', played_samples: 2928 },
    ]);
  });
});

describe('the words of the moment before', () => {
  it('are sent again as far as the server lacks them, then what was said meanwhile', async () => {
    const { socket, context, lose, resume } = await resumable();
    context.render(200, 0.25);
    const sent = socket.frames.length;
    const next = await lose(1006);
    context.render(100, 0.5);
    resume(next, { received_samples: (sent - 2) * 320 });
    const meanwhile = next.frames.length - 2;
    expect(meanwhile).toBeGreaterThanOrEqual(4);
    expect(next.frames.map((frame) => frame[160])).toEqual([
      ...socket.frames.slice(-2).map((frame) => frame[160]),
      ...next.frames.slice(2).map((frame) => frame[160]),
    ]);
    expect(next.frames.at(-1)?.[160]).toBeCloseTo(16_384, -2);
  });

  it('are the last 4 s of a longer loss', async () => {
    const { context, lose, resume } = await resumable();
    const next = await lose(1006);
    context.render(6000, 0.5);
    resume(next);
    expect(next.frames).toHaveLength(200);
  });

  it('include typed text that the server lacks', async () => {
    const { call, lose, resume } = await resumable();
    call.say('first');
    call.say('second');
    const next = await lose(1006);
    call.say('third');
    resume(next, { received_texts: 1 });
    expect(next.messages.slice(1)).toEqual([
      { type: 'input.text', text: 'second' },
      { type: 'input.text', text: 'third' },
    ]);
  });

  it('are silence if the user has muted meanwhile', async () => {
    const { call, context, lose, resume } = await resumable();
    const next = await lose(1006);
    call.mute(true);
    context.render(100, 0.5);
    resume(next);
    expect(next.frames).toEqual([]);
    expect(next.messages.slice(1)).toEqual([{ type: 'input.mute' }]);
  });
});

describe('attempts to reconnect', () => {
  it('go on with growing pauses, for as long as the server waits; then the call ends', async () => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { socket, browser, heard } = await resumable();
    const [start, times] = [performance.now(), [] as number[]];
    browser.socketCame = (attempt) => {
      times.push(performance.now() - start);
      queueMicrotask(() => attempt.drop(1006));
    };
    socket.drop(1006);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(times).toEqual([0, 500, 1500, 3500, 7500, 11_500, 15_500, 19_500]);
    expect(heard('error')).toMatchObject([{ code: 'connection_lost' }]);
    expect(heard('ended')).toEqual([{ reason: 'disconnected', code: 1006 }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('take 5 s each if nothing answers', async () => {
    vi.useFakeTimers();
    const { browser, lose } = await resumable();
    const silent = await lose(1006);
    await vi.advanceTimersByTimeAsync(5000);
    expect(silent.closedWith).toBeDefined();
    await vi.advanceTimersByTimeAsync(500);
    expect(await browser.nextSocket()).not.toBe(silent);
  });

  it('end with a code that says that the session is not there', async () => {
    const { heard, browser, lose } = await resumable();
    (await lose(1006)).drop(4409);
    await settle();
    expect(heard('ended')).toMatchObject([{ code: 4409 }]);
    expectReleased(browser);
  });

  it.each([
    ['session_not_found', 404, 4404],
    ['session_ended', 409, 1000],
  ])('end when the server says %s, as after a restart', async (code, status, closed) => {
    const { heard, browser, socket } = await resumable();
    browser.answer = async () => Response.json({ code }, { status });
    socket.drop(1006);
    (await nextSocket(browser)).drop(1006);
    await settle();
    expect(heard('ended')).toEqual([{ reason: 'disconnected', code: closed }]);
    expect(browser.requests.at(-1)?.url).toBe('http://localhost/v1/sessions/ses_1/media');
    expectReleased(browser);
  });

  it('go on at the address to which the server sends', async () => {
    vi.useFakeTimers();
    const { browser, socket } = await resumable();
    const answer = Response.json({ code: 'upgrade_required' }, { status: 426 });
    browser.answer = async () =>
      Object.defineProperties(answer, {
        redirected: { value: true },
        url: { value: 'https://node-2.example/v1/sessions/ses_1/media' },
      });
    socket.drop(1006);
    (await nextSocket(browser)).drop(1006);
    await vi.advanceTimersByTimeAsync(500);
    expect(browser.sockets.map(({ url }) => url)).toEqual([
      'ws://localhost/v1/sessions/ses_1/media',
      'ws://localhost/v1/sessions/ses_1/media',
      'wss://node-2.example/v1/sessions/ses_1/media',
    ]);
  });

  it.each([
    ['that the session is there', () => Response.json({ code: 'upgrade_required' }, { status: 426 })],
    ['something else', () => new Response('Bad Gateway', { status: 502 })],
  ])('go on when the server says %s', async (_, answer) => {
    vi.useFakeTimers();
    const { call, browser, socket } = await resumable();
    browser.answer = async () => answer();
    socket.drop(1006);
    (await nextSocket(browser)).drop(1006);
    await vi.advanceTimersByTimeAsync(500);
    expect(browser.sockets).toHaveLength(3);
    expect(call.state).toBe('reconnecting');
  });

  it('end when the user hangs up, at once', async () => {
    vi.useFakeTimers();
    const { call, browser, heard, lose } = await resumable();
    await lose(1006);
    await call.end();
    expect(heard('ended')).toEqual([{ reason: 'ended_by_client', code: 1000 }]);
    await vi.advanceTimersByTimeAsync(0);
    expectReleased(browser);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('come at once when the network is back', async () => {
    vi.useFakeTimers();
    const network = stubNetwork();
    const { browser, socket } = await resumable();
    socket.drop(1006);
    (await nextSocket(browser)).drop(1006);
    await vi.advanceTimersByTimeAsync(0);
    network.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(browser.sockets).toHaveLength(3);
  });
});

describe('a change of the network', () => {
  it('is survived by a connection that answers', async () => {
    vi.useFakeTimers();
    const network = stubNetwork();
    const { call, socket } = await resumable();
    network.dispatchEvent(new Event('online'));
    expect(socket.sent.at(-1)).toMatch('"ping"');
    socket.deliver({ type: 'pong', t: 0 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(call.state).toBe('live');
  });

  it('ends one that does not answer for 2 s, and the session is resumed', async () => {
    vi.useFakeTimers();
    const network = stubNetwork();
    const { call, socket } = await resumable();
    network.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(1999);
    expect(call.state).toBe('live');
    await vi.advanceTimersByTimeAsync(1);
    expect(socket.closedWith?.[0]).toBe(4408);
    expect(call.state).toBe('reconnecting');
  });
});

interface Resumable extends Live {
  /** Loses the connection; returns the next socket, when it is open and the client has sent its first message. */
  readonly lose: (code: number) => Promise<FakeSocket>;
  /** The server resumes the session. */
  readonly resume: (socket: FakeSocket, fields?: object) => void;
}

/** A live call of a session that can be resumed, after its first message. */
async function resumable(): Promise<Resumable> {
  const call = await live({}, undefined, RESUMABLE);
  // Attempts that go on would open sockets in the next test.
  onTestFinished(() => void call.call.end());
  let sockets = 1;
  return {
    ...call,
    lose: async (code) => {
      call.browser.sockets.at(-1)?.drop(code);
      const next = await nextSocket(call.browser);
      await next.open();
      await settle();
      return next;
    },
    resume: (socket, fields = {}) => {
      const lastSeq = Number(socket.messages[0]?.['last_seq']);
      sockets += 1;
      const received = { received_samples: 0, received_texts: 0, latest_seq: lastSeq, ...fields };
      const token = { session_id: 'ses_1', resume_token: `rt_${sockets}`, audio: {} };
      socket.receive(JSON.stringify({ type: 'session.resumed', seq: lastSeq, t_ms: 0, ...token, ...received }));
      socket.continueAfter(lastSeq);
    },
  };
}

async function nextSocket(browser: Live['browser']): Promise<FakeSocket> {
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0);
  return await browser.nextSocket();
}

/** Dispatches the network's events of a page. */
function stubNetwork(): EventTarget {
  const network = new EventTarget();
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  return network;
}
