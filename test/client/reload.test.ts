import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCall } from '../../src/client/createCall.ts';
import type { Call } from '../../src/client/call.ts';
import { isResumable, type KeptSession } from '../../src/client/keptSession.ts';
import { settle } from '../../src/time/runSteps.ts';
import { RESUMABLE, stubBrowser, type FakeBrowser, type FakeSocket } from './support/browser.ts';
import { expectReleased, live, say } from './support/call.ts';

afterEach(() => void vi.useRealTimers());

const KEPT: KeptSession = {
  url: 'ws://localhost/v1/sessions/ses_1/media',
  otherUrls: ['ws://node-2.example/v1/sessions/ses_1/media'],
  token: 'rt_1',
  sampleRate: 16_000,
  keptMs: 1_000_000,
  waitMs: 20_000,
};
const RESUMED = {
  type: 'session.resumed',
  session_id: 'ses_1',
  resume_token: 'rt_2',
  audio: {},
  latest_seq: 3,
  received_samples: 64_000,
  received_texts: 2,
};

describe('what a page keeps of a call', () => {
  it('is the address and the token of the session, and for how long the server waits', async () => {
    vi.useFakeTimers({ now: KEPT.keptMs, toFake: ['Date'] });
    const started: object = { ...RESUMABLE, resume_urls: KEPT.otherUrls };
    const { call } = await live({}, undefined, started as typeof RESUMABLE);
    expect(JSON.parse(JSON.stringify(call.kept))).toEqual(KEPT);
  });

  it('is nothing before the call is live, when the user hangs up, after its end, and if the server does not wait', async () => {
    const { call, socket } = await live({}, ({ kept }) => expect(kept).toBeNull(), RESUMABLE);
    const ended = call.end();
    expect(call.kept).toBeNull();
    socket.drop(1000);
    await ended;
    expect(call.kept).toBeNull();
    expect((await live()).call.kept).toBeNull();
  });
});

describe('a call that goes on after a reload', () => {
  it('resumes the session from its first message, without a request for another', async () => {
    const { call, browser, socket, starting } = await goOn();
    expect(browser.requests).toEqual([]);
    expect([socket.url, socket.protocols]).toEqual([KEPT.url, ['antiphon.v1', 'antiphon.token.rt_1']]);
    expect(socket.messages).toEqual([{ type: 'session.resume', last_seq: -1 }]);
    expect(call.state).toBe('starting');
    deliverResumed(socket);
    await starting;
    expect(call.state).toBe('live');
    expect(call.kept).toMatchObject({ token: 'rt_2', waitMs: KEPT.waitMs });
  });

  it('shows the conversation so far, unmutes it, and plays the rest of the utterance', async () => {
    const { browser, socket, starting, types } = await goOn();
    deliverResumed(socket);
    await starting;
    const [context] = browser.contexts;
    for (const type of ['session.started', 'agent.thinking', 'agent.thinking', 'agent.thinking'])
      socket.deliver({ ...(type === 'session.started' ? RESUMABLE : { type, turn: 0 }) });
    say(socket, 'u', 24_000);
    expect(types).toEqual(['session.resumed', 'session.started', ...Array(3).fill('agent.thinking'), 'audio.start']);
    expect(context?.render(100).some((value) => value !== 0)).toBe(true);
    expect(socket.messages[1]).toEqual({ type: 'input.unmute' });
    expect(socket.frames.length).toBeGreaterThan(0);
  });

  it('asks the other addresses, too', async () => {
    vi.useFakeTimers();
    const { browser, socket } = await begin();
    socket.drop(1006);
    await vi.advanceTimersByTimeAsync(600);
    expect(browser.sockets.at(-1)?.url).toBe(KEPT.otherUrls[0]);
  });

  it('fails if the session has ended, and releases everything', async () => {
    const { browser, socket, starting, call } = await goOn();
    socket.drop(4404);
    await expect(starting).rejects.toMatchObject({ code: 'connection_lost' });
    expect(call.state).toBe('ended');
    expectReleased(browser);
  });
});

describe('isResumable', () => {
  it.each([
    ['the session is there', 426, 'upgrade_required', 19_999, true],
    ['the server does not know it', 404, 'session_not_found', 0, false],
    ['it has ended', 409, 'session_ended', 0, false],
    ['the answer is another', 502, 'bad_gateway', 0, true],
    ['the server waits no longer', 426, 'upgrade_required', 20_000, false],
  ])('when %s', async (_, status, code, afterMs, expected) => {
    vi.useFakeTimers({ now: KEPT.keptMs + afterMs, toFake: ['Date'] });
    const browser = await stubBrowser();
    browser.answer = async () => Response.json({ code }, { status });
    expect(await isResumable(KEPT)).toBe(expected);
  });
});

interface GoingOn {
  readonly call: Call;
  readonly browser: FakeBrowser;
  readonly socket: FakeSocket;
  readonly starting: Promise<void>;
  /** Of the messages that the page has got. */
  readonly types: string[];
}

/** A call whose connection is not open yet. */
async function begin(): Promise<GoingOn> {
  const browser = await stubBrowser();
  const call = createCall({ resume: KEPT });
  onTestFinished(() => void call.end());
  const types: string[] = [];
  call.on('message', ({ type }) => void types.push(type));
  const starting = call.start();
  starting.catch(() => undefined);
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0);
  return { call, browser, socket: await browser.nextSocket(), starting, types };
}

/** A call whose connection is open, and which has sent its first message. */
async function goOn(): Promise<GoingOn> {
  const begun = await begin();
  await begun.socket.open();
  await settle();
  begun.browser.contexts[0]?.render(20);
  await settle();
  return begun;
}

function deliverResumed(socket: FakeSocket): void {
  socket.receive(JSON.stringify({ ...RESUMED, seq: -1, t_ms: 0 }));
  socket.continueAfter(-1);
}
