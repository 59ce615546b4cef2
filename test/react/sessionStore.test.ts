import { describe, expect, it, vi } from 'vitest';
import type { CallOptions } from '../../src/client/call.ts';
import { createSessionStore, type SessionStore } from '../../src/react/createSessionStore.ts';
import { expectReleased, say } from '../client/support/call.ts';
import { STARTED, stubBrowser, type FakeBrowser, type FakeSocket } from '../client/support/browser.ts';
import * as note from '../draw/support/notes.ts';

interface Begun {
  readonly store: SessionStore;
  readonly browser: FakeBrowser;
  readonly socket: FakeSocket;
}

async function begin(store: SessionStore, browser: FakeBrowser): Promise<FakeSocket> {
  const starting = store.controls.start();
  const socket = await browser.nextSocket();
  await socket.open();
  socket.deliver(STARTED);
  await starting;
  return socket;
}

async function live(options: () => CallOptions = () => ({})): Promise<Begun> {
  const browser = await stubBrowser();
  const store = createSessionStore(options);
  return { store, browser, socket: await begin(store, browser) };
}

function endByAgent(socket: FakeSocket): void {
  socket.deliver(note.ended);
  socket.drop(1000);
}

describe('a session in a component', () => {
  it('opens nothing before it is started', async () => {
    const browser = await stubBrowser();
    const { view } = createSessionStore(() => ({}));
    expect(view.get()).toMatchObject({ state: 'idle', error: null, ended: null });
    expectReleased(browser);
    expect(browser.requests).toEqual([]);
  });

  it('gives what goes on with it after a reload, and goes on with it', async () => {
    const { store, browser, socket } = await live();
    expect(store.controls.keep()).toBeNull();
    socket.drop(4502);
    expect(store.controls.keep()).toBeNull();
    const kept = {
      url: 'ws://localhost/kept',
      otherUrls: [],
      token: 'rt_1',
      sampleRate: 16_000,
      keptMs: 0,
      waitMs: 20_000,
    };
    const resuming = store.controls.resume(kept);
    const next = await browser.nextSocket();
    expect([next.url, next.protocols[1]]).toEqual([kept.url, 'antiphon.token.rt_1']);
    await next.open();
    next.drop(4404);
    await resuming;
    expect(store.view.get()).toMatchObject({ state: 'ended', error: { code: 'connection_lost' } });
  });

  it('shows the words of both sides', async () => {
    const { store, socket } = await live();
    for (const message of [note.partial('s0', 'what'), note.final('s0', 'what time is it')]) socket.deliver(message);
    expect(store.view.get().transcript.pending).toMatchObject([{ text: 'what time is it', final: true }]);
    for (const message of [note.added('user', 'what time is it'), note.agentText('u0', 'It is noon.')])
      socket.deliver(message);
    expect(store.view.get().transcript.lines).toMatchObject([
      { kind: 'user', text: 'what time is it' },
      { kind: 'agent', text: 'It is noon.', state: 'coming' },
    ]);
  });

  it.each([
    ['the agent', endByAgent],
    ['a lost connection', (socket: FakeSocket) => socket.drop(4502)],
  ])('is idle after an end by %s, with lines that are over', async (_, end) => {
    const { store, socket } = await live();
    for (const message of [note.partial('s0', 'what'), note.agentText('u0', 'It is noon.'), note.thinking(0)])
      socket.deliver(message);
    end(socket);
    const { state, activity, transcript } = store.view.get();
    expect([state, activity]).toEqual(['ended', { user: 'silent', agent: 'idle' }]);
    expect(transcript.pending).toEqual([]);
    expect(transcript.lines).toMatchObject([{ kind: 'agent', state: 'over' }]);
  });

  it('is idle after the user has hung up, with lines that are over', async () => {
    const { store, socket } = await live();
    socket.deliver(note.agentText('u0', 'It is noon.'));
    const ending = store.controls.end();
    socket.drop(1000);
    await ending;
    expect(store.view.get().activity.agent).toBe('idle');
    expect(store.view.get().transcript.lines).toMatchObject([{ state: 'over' }]);
  });

  it('has no error of paused sound when it runs again', async () => {
    const { store, browser } = await live();
    vi.useFakeTimers();
    browser.gestureIsMissing = true;
    browser.contexts[0]?.enter('suspended');
    vi.advanceTimersByTime(500);
    expect(store.view.get().error).toMatchObject({ code: 'audio_paused' });
    browser.contexts[0]?.enter('running');
    expect(store.view.get().error).toBeNull();
    vi.useRealTimers();
  });

  it('shows how much of the agent was heard', async () => {
    const { store, browser, socket } = await live();
    socket.deliver(note.agentText('u', 'It is noon.'));
    say(socket, 'u', 4800);
    socket.deliver({ type: 'audio.end', utterance_id: 'u', samples: 4800 });
    browser.contexts[0]?.render(300);
    expect(store.view.get().transcript.lines).toMatchObject([{ text: 'It is noon.', playedMs: 200 }]);
  });

  it.each([
    ['the user speaks', [note.speechStarted], { user: 'speaking', agent: 'idle' }],
    ['the user has paused', [note.speechStarted, note.speechStopped], { user: 'endpointing', agent: 'idle' }],
    [
      'the turn of the user is over',
      [note.speechStarted, note.speechStopped, note.added('user', 'hello')],
      { user: 'silent', agent: 'idle' },
    ],
    ['the agent thinks', [note.thinking(0)], { user: 'silent', agent: 'thinking' }],
    ['a reply was given up', [note.thinking(0), note.thought(0, 'superseded')], { user: 'silent', agent: 'idle' }],
    ['a function runs', [note.thinking(0), note.collected('c1')], { user: 'silent', agent: 'executing_functions' }],
    [
      'a function has given its result',
      [note.thinking(0), note.collected('c1'), note.executed('c1', 'noon')],
      { user: 'silent', agent: 'thinking' },
    ],
    [
      'a function goes on in the background',
      [note.thinking(0), note.collected('c1'), note.acknowledged('c1')],
      { user: 'silent', agent: 'thinking' },
    ],
    [
      'a function in the background has given its result',
      [note.collected('c1'), note.acknowledged('c1'), note.audible('u'), note.executed('c1', 'noon')],
      { user: 'silent', agent: 'speaking' },
    ],
    [
      'a function in the background has given its result while another one runs',
      [note.collected('c1'), note.acknowledged('c1'), note.collected('c2'), note.executed('c1', 'noon')],
      { user: 'silent', agent: 'executing_functions' },
    ],
    [
      'a function from before a snapshot has given its result',
      [note.collected('c1'), note.acknowledged('c1'), note.snapshot(), note.executed('c1', 'noon')],
      { user: 'silent', agent: 'idle' },
    ],
    ['the agent speaks', [note.thinking(0), note.audible('u')], { user: 'silent', agent: 'speaking' }],
    ['the agent has spoken', [note.audible('u'), note.silent('u', 'complete')], { user: 'silent', agent: 'idle' }],
    ['the session has ended', [note.audible('u'), note.ended], { user: 'silent', agent: 'idle' }],
  ] as const)('shows what both do: %s', async (_when, messages, activity) => {
    const { store, socket } = await live();
    for (const message of messages) socket.deliver(message);
    expect(store.view.get().activity).toEqual(activity);
  });

  it('emits the levels apart from the rest, and is silent at its end', async () => {
    const { store, browser, socket } = await live();
    const view = store.view.get();
    let levels = 0;
    store.levels.subscribe(() => (levels += 1));
    browser.contexts[0]?.render(200, 0.5);
    expect(levels).toBeGreaterThan(3);
    expect(store.levels.get().input).toBeCloseTo(0.5, 1);
    expect(store.view.get()).toBe(view);
    endByAgent(socket);
    expect(store.levels.get()).toEqual({ input: 0, output: 0 });
  });

  it('shows why it could not start, and can be started again', async () => {
    const browser = await stubBrowser({ deviceFault: new DOMException('No.', 'NotAllowedError') });
    const store = createSessionStore(() => ({}));
    await store.controls.start();
    expect(store.view.get()).toMatchObject({ state: 'ended', error: { code: 'microphone_refused' }, ended: null });
    browser.deviceFault = undefined;
    await begin(store, browser);
    expect(store.view.get()).toMatchObject({ state: 'live', error: null });
  });

  it('is one session however often it is started', async () => {
    const { store, browser } = await live();
    await store.controls.start();
    expect(browser.sockets).toHaveLength(1);
    expect(store.view.get()).toMatchObject({ state: 'live', error: null });
  });

  it('shows how it ended, and keeps its words', async () => {
    const { store, socket } = await live();
    socket.deliver(note.added('user', 'goodbye'));
    endByAgent(socket);
    expect(store.view.get()).toMatchObject({
      state: 'ended',
      ended: { reason: 'agent_ended', code: 1000 },
      transcript: { lines: [{ text: 'goodbye' }] },
    });
  });

  it('begins the next session without the words of the last one, and as muted as it was', async () => {
    const { store, browser, socket } = await live();
    socket.deliver(note.added('user', 'goodbye'));
    store.controls.mute(true);
    endByAgent(socket);
    const next = await begin(store, browser);
    expect(store.view.get()).toMatchObject({ state: 'live', muted: true, transcript: { lines: [] }, ended: null });
    expect(next.messages).toEqual([{ type: 'input.mute' }]);
  });

  it('releases everything when it is ended', async () => {
    const { store, browser, socket } = await live();
    const ending = store.controls.end();
    endByAgent(socket);
    await ending;
    expectReleased(browser);
  });

  it('passes on what the user does', async () => {
    const { store, socket } = await live();
    store.controls.say('hello');
    store.controls.press('5');
    store.controls.interrupt();
    expect(socket.messages).toEqual([
      { type: 'input.text', text: 'hello' },
      { type: 'input.digit', digit: '5' },
      { type: 'agent.interrupt' },
    ]);
  });

  it('is started with the options of the moment', async () => {
    let guest = 'Ada';
    const { store, browser, socket } = await live(() => ({ customData: { guest } }));
    endByAgent(socket);
    guest = 'Grace';
    await begin(store, browser);
    expect(browser.requests.map(({ body }) => body)).toMatchObject([
      { custom_data: { guest: 'Ada' } },
      { custom_data: { guest: 'Grace' } },
    ]);
  });
});
