import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallEnd } from '../../src/client/call.ts';
import { createCall } from '../../src/client/createCall.ts';
import { stubBrowser, type FakeBrowser } from './support/browser.ts';
import { expectReleased, live, say } from './support/call.ts';
import { faultOf } from './support/fault.ts';

afterEach(() => void vi.useRealTimers());

describe('a call that ends', () => {
  it('hangs up: silent at once, and released when the server has ended the session', async () => {
    const { call, context, socket, browser, heard } = await live();
    say(socket, 'u', 24_000);
    const ended = call.end();
    expect(context.render(50).every((value) => value === 0)).toBe(true);
    expect(browser.streams[0]?.track.stopped).toBe(true);
    expect(socket.messages.at(-1)).toEqual({ type: 'session.end' });
    call.say('too late');
    socket.deliver({ type: 'session.ended', reason: 'ended_by_client' });
    socket.drop(1000);
    await ended;
    expect(heard('ended')).toEqual([{ reason: 'ended_by_client', code: 1000 }]);
    expect(heard('error')).toEqual([]);
    expect(heard('state')).toEqual(['starting', 'live', 'ended']);
    expectReleased(browser);
  });

  it('waits 2 s for the server, not longer', async () => {
    // Without the timers that other files of the same worker may set by other means.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const { call, browser, heard } = await live();
    const ended = call.end();
    expect(call.end()).toBe(ended);
    await vi.advanceTimersByTimeAsync(1999);
    expect(call.state).toBe('live');
    await vi.advanceTimersByTimeAsync(1);
    await ended;
    expect(heard('ended')).toEqual([{ reason: 'ended_by_client', code: 1000 }]);
    expectReleased(browser);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reports why the server ended it', async () => {
    const { call, socket, browser, heard } = await live();
    socket.deliver({ type: 'session.ended', reason: 'provider_failed' });
    socket.drop(4502);
    expect(call.state).toBe('ended');
    expect(heard('ended')).toEqual([{ reason: 'provider_failed', code: 4502 }]);
    expect(heard('error')).toEqual([]);
    expectReleased(browser);
  });

  it.each([
    [1006, 'it broke'],
    [4413, 'slow_consumer'],
  ])('reports that the connection is lost (%i), and is released', async (code, words) => {
    const { socket, browser, heard } = await live();
    socket.drop(code);
    expect(heard('error')).toMatchObject([{ code: 'connection_lost', message: expect.stringContaining(words) }]);
    expect(heard('ended')).toEqual([{ reason: 'disconnected', code }]);
    expectReleased(browser);
  });

  it('does nothing any more', async () => {
    const { call, socket, heard } = await live();
    socket.drop(1006);
    const sent = socket.sent.length;
    call.say('hello');
    call.press('1');
    call.interrupt();
    call.mute(true);
    await call.end();
    expect(socket.sent).toHaveLength(sent);
    expect(heard('ended')).toHaveLength(1);
  });

  it('needs not to have begun', async () => {
    await stubBrowser();
    const call = createCall();
    const ended = vi.fn<(end: CallEnd) => void>();
    call.on('ended', ended);
    await call.end();
    expect(call.state).toBe('ended');
    expect(ended).not.toHaveBeenCalled();
    await expect(call.start()).rejects.toThrow('A call can be started only once');
  });
});

describe('a call that is ended while it begins', () => {
  it.each([
    ['the person is asked', async () => undefined],
    ['the connection opens', async (browser: FakeBrowser) => void (await browser.nextSocket())],
    ['the session begins', async (browser: FakeBrowser) => await (await browser.nextSocket()).open()],
  ])('is over at once while %s: nothing failed, and nothing is left', async (_when, until) => {
    vi.useFakeTimers();
    const browser = await stubBrowser();
    const call = createCall();
    const ended = vi.fn<(end: CallEnd) => void>();
    call.on('ended', ended);
    const starting = call.start();
    await until(browser);
    await call.end();
    await starting;
    expect(ended).toHaveBeenCalledExactlyOnceWith({ reason: 'ended_by_client', code: 1000 });
    await vi.advanceTimersByTimeAsync(0);
    expectReleased(browser);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a call that cannot begin', () => {
  it.each<[string, Partial<FakeBrowser>]>([
    ['microphone_refused', { deviceFault: new DOMException('No.', 'NotAllowedError') }],
    ['microphone_missing', { deviceFault: new DOMException('No.', 'NotFoundError') }],
    ['microphone_busy', { deviceFault: new DOMException('No.', 'NotReadableError') }],
    ['audio_unavailable', { moduleFault: new SyntaxError('Unexpected token') }],
    ['server_unreachable', { answer: () => Promise.reject(new TypeError('Failed to fetch')) }],
    ['server_unreachable', { socketsAreForbidden: true }],
    ['session_refused', { answer: async () => Response.json({ title: 'No' }, { status: 422 }) }],
  ])('reports %s, and is released', async (code, faults) => {
    const browser = await stubBrowser(faults);
    const call = createCall();
    const ended = vi.fn<(end: CallEnd) => void>();
    call.on('ended', ended);
    await expect(call.start()).rejects.toMatchObject({ name: 'CallError', code });
    expect(call.state).toBe('ended');
    expect(ended).not.toHaveBeenCalled();
    expectReleased(browser);
  });

  it('reports connection_lost where the server hangs up before the session began', async () => {
    const browser = await stubBrowser();
    const fault = faultOf(createCall().start());
    const socket = await browser.nextSocket();
    await socket.open();
    socket.drop(4409);
    expect(await fault).toMatchObject({ code: 'connection_lost' });
    expectReleased(browser);
  });

  it('reports connection_lost where the server does not begin within 10 s', async () => {
    vi.useFakeTimers();
    const browser = await stubBrowser();
    const failed = vi.fn<(fault: unknown) => void>();
    const starting = createCall().start().catch(failed);
    const socket = await browser.nextSocket();
    await socket.open();
    await vi.advanceTimersByTimeAsync(9999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await starting;
    expect(failed.mock.calls).toMatchObject([[{ code: 'connection_lost' }]]);
    expectReleased(browser);
    expect(vi.getTimerCount()).toBe(0);
  });
});
