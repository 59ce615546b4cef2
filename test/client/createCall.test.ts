import { describe, expect, it, vi } from 'vitest';
import { createCall } from '../../src/client/createCall.ts';
import { BLOCK, DEVICE_RATE, INVITATION, stubBrowser } from './support/browser.ts';
import { live, say } from './support/call.ts';

describe('a call that begins', () => {
  it('opens nothing before it is started', async () => {
    const browser = await stubBrowser();
    expect(createCall().state).toBe('idle');
    expect(browser).toMatchObject({ contexts: [], streams: [], requests: [] });
  });

  it('is live when the server has begun the session', async () => {
    const { call, heard } = await live();
    expect(call.state).toBe('live');
    expect(heard('state')).toEqual(['starting', 'live']);
    expect(heard('message')).toMatchObject([{ type: 'session.started', seq: 0 }]);
  });

  it('sends the microphone, 20 ms at a time at the agreed rate', async () => {
    const { context, socket } = await live();
    context.render(200, 0.5);
    expect(socket.frames.length).toBeGreaterThanOrEqual(9);
    for (const frame of socket.frames) expect(frame).toHaveLength(320);
    expect(socket.frames.at(-1)?.[160]).toBeCloseTo(16_384, -2);
  });

  it('requests no microphone where the user types', async () => {
    const { call, browser, context, socket } = await live({ microphone: false });
    call.mute(true);
    context.render(100, 0.5);
    expect(browser.streams).toEqual([]);
    expect(socket.frames).toEqual([]);
  });

  it('sends custom data to the given address', async () => {
    const { browser } = await live({ sessionsUrl: 'https://talk.example/v1/sessions', customData: { guest: 'Ada' } });
    expect(browser.requests[0]?.url).toBe('https://talk.example/v1/sessions');
    expect(browser.requests[0]?.body).toMatchObject({ custom_data: { guest: 'Ada' } });
  });

  it('joins a session that a function has started', async () => {
    const { browser, socket } = await live({ startSession: async () => ({ transport: INVITATION }) });
    expect(browser.requests).toEqual([]);
    expect([socket.url, socket.protocols]).toEqual([INVITATION.url, ['antiphon.v1', 'antiphon.token.ek_1']]);
  });

  it.each([
    [undefined, 40],
    [20, 20],
    [60, 60],
  ] as const)('requests audio in the frames of the option: %j', async (frameMs, frame_ms) => {
    const { browser } = await live({ frameMs });
    expect(browser.requests[0]?.body).toMatchObject({ transport: { audio: { output: { frame_ms } } } });
  });

  it('begins once', async () => {
    const { call } = await live();
    await expect(call.start()).rejects.toThrow('A call can be started only once');
    expect(call.state).toBe('live');
  });
});

describe('a live call', () => {
  it('plays, and reports what was played to the server and the page', async () => {
    const { context, socket, heard } = await live();
    say(socket, 'u', 4800);
    socket.deliver({ type: 'audio.end', utterance_id: 'u', samples: 4800 });
    expect(context.render(300).some((value) => value > 0.4)).toBe(true);
    const position = { output_latency_ms: 40, utterance_id: 'u' };
    expect(socket.messages).toMatchObject([
      { type: 'playback.started', ...position },
      { type: 'playback.position', ...position },
      { type: 'playback.finished', played_samples: 4800, ...position },
    ]);
    const playback = heard('playback');
    expect(playback.map(({ playing }) => playing)).toEqual([true, true, false]);
    expect(playback.at(-1)).toEqual({ utteranceId: 'u', playedSamples: 4800, sampleRate: 24_000, playing: false });
  });

  it('is silent at once on a clear, and answers what was really played', async () => {
    const { context, socket } = await live();
    say(socket, 'u', 24_000);
    context.render(50);
    socket.deliver({ type: 'clear', utterance_id: 'u', clear_id: 9 });
    expect(context.render(500).every((value) => value === 0)).toBe(true);
    const answer = socket.messages.at(-1);
    expect(answer).toMatchObject({ type: 'playback.cleared', utterance_id: 'u', clear_id: 9 });
    // 50 ms, up to the end of their last block.
    expect(answer?.['played_samples']).toBe(Math.floor((18 * BLOCK * 24_000) / DEVICE_RATE));
  });

  it('says that the browser has paused the sound, and that it runs again', async () => {
    const { context, heard, browser } = await live();
    vi.useFakeTimers();
    browser.gestureIsMissing = true;
    context.enter('interrupted');
    vi.advanceTimersByTime(500);
    expect([heard('audio'), heard('error').map(({ code }) => code)]).toEqual([['paused'], ['audio_paused']]);
    context.enter('running');
    expect(heard('audio')).toEqual(['paused', 'running']);
    vi.useRealTimers();
  });

  it('reports how loud both sides are', async () => {
    const { context, socket, heard } = await live();
    say(socket, 'u', 24_000);
    context.render(1000, 0.25);
    expect(heard('level')).toHaveLength(28);
    const { input, output } = heard('level').at(15) ?? { input: 0, output: 0 };
    expect(input).toBeCloseTo(0.25, 2);
    expect(output).toBeCloseTo(0.5, 2);
  });

  it('types, presses keys, interrupts', async () => {
    const { call, socket } = await live();
    call.say('hello');
    call.press('#');
    call.interrupt();
    expect(socket.messages).toEqual([
      { type: 'input.text', text: 'hello' },
      { type: 'input.digit', digit: '#' },
      { type: 'agent.interrupt' },
    ]);
  });

  it.each([1, 8192])('types a text of %i characters', async (length) => {
    const { call, socket } = await live();
    call.say('x'.repeat(length));
    expect(socket.messages).toHaveLength(1);
  });

  it.each([0, 8193])('refuses a text of %i characters, as the server would', async (length) => {
    const { call, socket } = await live();
    expect(() => call.say('x'.repeat(length))).toThrow(RangeError);
    expect(socket.messages).toEqual([]);
  });

  it.each(['10', '', 'a', 5])('refuses %j, which is no key', async (digit) => {
    const { call, socket } = await live();
    expect(() => call.press(digit as '5')).toThrow(RangeError);
    expect(socket.messages).toEqual([]);
  });

  it('sends nothing while muted, and reports the mute to the server once', async () => {
    const { call, context, socket, browser } = await live();
    call.mute(true);
    call.mute(true);
    context.render(100, 0.5);
    expect(socket.frames).toEqual([]);
    expect(browser.streams[0]?.track.enabled).toBe(false);
    call.mute(false);
    context.render(100, 0.5);
    expect(socket.frames).not.toEqual([]);
    expect(socket.messages).toEqual([{ type: 'input.mute' }, { type: 'input.unmute' }]);
  });

  it('begins muted if it was muted before', async () => {
    const { context, socket } = await live({}, (call) => call.mute(true));
    context.render(100, 0.5);
    expect(socket.sent).toEqual(['{"type":"input.mute"}']);
  });

  it('goes on without its microphone when there is none any more', async () => {
    const { call, browser } = await live();
    browser.deviceFault = new DOMException('None.', 'NotFoundError');
    const reported = new Promise((resolve) => call.on('error', resolve));
    browser.streams[0]?.track.unplug();
    expect(await reported).toMatchObject({ code: 'microphone_missing' });
    expect(call.state).toBe('live');
  });
});
