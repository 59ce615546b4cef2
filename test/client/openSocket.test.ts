import { afterEach, describe, expect, it, vi } from 'vitest';
import { openSocket } from '../../src/client/openSocket.ts';
import { INVITATION, stubBrowser } from './support/browser.ts';
import { faultOf } from './support/fault.ts';

afterEach(() => void vi.useRealTimers());

const PAUSES_MS = [250, 1000, 3000];

describe('dial', () => {
  it('offers the protocol and the token, and takes audio as it comes', async () => {
    const browser = await stubBrowser();
    const dialled = openSocket(INVITATION, new AbortController().signal);
    const socket = await browser.nextSocket();
    expect(socket).toMatchObject({
      url: INVITATION.url,
      protocols: ['antiphon.v1', 'antiphon.token.ek_1'],
      binaryType: 'arraybuffer',
    });
    await socket.open();
    expect(await dialled).toEqual({ webSocket: socket, url: INVITATION.url });
    expect(socket.closedWith).toBeUndefined();
  });

  it('tries again what breaks before it is open, each time a little later', async () => {
    vi.useFakeTimers();
    const { sockets } = await stubBrowser();
    const dialled = openSocket(INVITATION, new AbortController().signal);
    for (const [attempt, pause] of PAUSES_MS.entries()) {
      sockets[attempt]?.drop(1006);
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(sockets).toHaveLength(attempt + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(sockets).toHaveLength(attempt + 2);
    }
    await sockets[3]?.open();
    expect((await dialled).webSocket).toBe(sockets[3]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('goes at once to the address to which the server sends', async () => {
    const browser = await stubBrowser();
    const url = 'https://node-2.example/v1/sessions/ses_1/media';
    const answer = Response.json({ code: 'upgrade_required' }, { status: 426 });
    browser.answer = async () => Object.defineProperties(answer, { redirected: { value: true }, url: { value: url } });
    const dialled = openSocket(INVITATION, new AbortController().signal);
    (await browser.nextSocket()).drop(1006);
    const socket = await browser.nextSocket();
    expect(socket.protocols).toContain('antiphon.token.ek_1');
    await socket.open();
    expect(await dialled).toEqual({ webSocket: socket, url: url.replace('https', 'wss') });
  });

  it('fails after four attempts', async () => {
    vi.useFakeTimers();
    const browser = await stubBrowser();
    const fault = faultOf(openSocket(INVITATION, new AbortController().signal));
    for (const pause of [0, ...PAUSES_MS]) {
      await vi.advanceTimersByTimeAsync(pause);
      (await browser.nextSocket()).drop(1006);
    }
    expect(await fault).toMatchObject({ code: 'server_unreachable' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives an attempt 10 s, and closes it then', async () => {
    vi.useFakeTimers();
    const browser = await stubBrowser();
    void openSocket(INVITATION, new AbortController().signal);
    const hanging = await browser.nextSocket();
    await vi.advanceTimersByTimeAsync(9999);
    expect(hanging.closedWith).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(hanging.closedWith).toEqual([]);
  });

  it('does not insist where the browser forbids it', async () => {
    await stubBrowser({ socketsAreForbidden: true });
    await expect(openSocket(INVITATION, new AbortController().signal)).rejects.toMatchObject({
      code: 'server_unreachable',
    });
  });

  it.each(['while it opens', 'between two attempts'])('stops when the lifetime ends %s', async (when) => {
    vi.useFakeTimers();
    const browser = await stubBrowser();
    const life = new AbortController();
    const fault = faultOf(openSocket(INVITATION, life.signal));
    const socket = await browser.nextSocket();
    if (when === 'between two attempts') socket.drop(1006);
    await vi.advanceTimersByTimeAsync(10);
    life.abort();
    expect(await fault).toBe(life.signal.reason);
    expect(socket.closedWith).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('closes what is open when the lifetime ends', async () => {
    const browser = await stubBrowser();
    const life = new AbortController();
    const dialled = openSocket(INVITATION, life.signal);
    const socket = await browser.nextSocket();
    await socket.open();
    await dialled;
    life.abort();
    expect(socket.closedWith).toEqual([]);
  });
});
