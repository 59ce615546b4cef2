import { afterEach, describe, expect, it, vi } from 'vitest';
import { openAudio, waitUntilRunning, watchAudio } from '../../src/client/audio.ts';
import { stubBrowser, type FakeContext } from './support/browser.ts';

afterEach(() => void vi.useRealTimers());

describe('openAudio', () => {
  it('runs, with both worklets loaded', async () => {
    const { contexts } = await stubBrowser();
    await openAudio(new AbortController().signal);
    expect(contexts).toHaveLength(1);
    expect(contexts[0]).toMatchObject({ state: 'running', loaded: ['capture.worklet.js', 'playout.worklet.js'] });
  });

  it('calls resume before it waits for anything: a click permits it only for a short time', async () => {
    const { contexts } = await stubBrowser();
    const opened = openAudio(new AbortController().signal);
    expect(contexts[0]?.state).toBe('running');
    await opened;
  });

  it.each(['suspended', 'interrupted'])('goes on when it was %s', async (state) => {
    const { contexts } = await stubBrowser();
    await openAudio(new AbortController().signal);
    contexts[0]?.enter(state);
    expect(contexts[0]?.state).toBe('running');
  });

  it.each(['visibilitychange', 'pointerdown', 'pointerup', 'keydown'])(
    'tries again at %s: a browser may want a gesture',
    async (type) => {
      await stubBrowser({ gestureIsMissing: true });
      const page = new EventTarget();
      vi.stubGlobal('document', page);
      const life = new AbortController();
      const context = await openAudio(life.signal);
      const resume = vi.spyOn(context, 'resume');
      page.dispatchEvent(new Event(type));
      expect(resume).toHaveBeenCalledTimes(1);
      life.abort();
      page.dispatchEvent(new Event(type));
      expect(resume).toHaveBeenCalledTimes(1);
    },
  );

  it('is closed when the lifetime ends, and stays so', async () => {
    const { contexts } = await stubBrowser();
    const life = new AbortController();
    await openAudio(life.signal);
    life.abort();
    expect(contexts[0]?.state).toBe('closed');
    contexts[0]?.enter('suspended');
    expect(contexts[0]?.state).toBe('suspended');
  });

  it.each([
    ['the page is not secure', () => vi.stubGlobal('isSecureContext', false), {}],
    ['the browser has no worklets', () => vi.stubGlobal('AudioWorkletNode', undefined), {}],
    ['there is no output', () => undefined, { contextFails: true }],
    ['the worklets cannot be loaded', () => undefined, { moduleFault: new SyntaxError('Unexpected token') }],
  ])('throws where %s', async (_name, arrange, faults) => {
    await stubBrowser(faults);
    arrange();
    await expect(openAudio(new AbortController().signal)).rejects.toMatchObject({ code: 'audio_unavailable' });
  });
});

it('throws server_unreachable where the worklets cannot be fetched', async () => {
  await stubBrowser({ moduleFault: new DOMException('Unable to load a worklet’s module.', 'AbortError') });
  await expect(openAudio(new AbortController().signal)).rejects.toMatchObject({ code: 'server_unreachable' });
});

it('reports after a moment that the browser has paused the audio, and when it runs again', async () => {
  vi.useFakeTimers();
  const browser = await stubBrowser();
  const life = new AbortController();
  const context = (await openAudio(life.signal)) as unknown as FakeContext & AudioContext;
  const states: string[] = [];
  watchAudio(context, life.signal, (state) => states.push(state));
  context.enter('interrupted');
  vi.advanceTimersByTime(1000);
  expect(states).toEqual([]);
  browser.gestureIsMissing = true;
  context.enter('interrupted');
  vi.advanceTimersByTime(499);
  expect(states).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(states).toEqual(['paused']);
  context.enter('running');
  expect(states).toEqual(['paused', 'running']);
  life.abort();
  context.enter('interrupted');
  vi.advanceTimersByTime(1000);
  expect(states).toEqual(['paused', 'running']);
});

describe('waitUntilRunning', () => {
  it('reports after 3 s that the browser waits for a click', async () => {
    vi.useFakeTimers();
    const { contexts } = await stubBrowser({ gestureIsMissing: true });
    const context = (await openAudio(new AbortController().signal)) as unknown as FakeContext & AudioContext;
    const failed = vi.fn<(fault: unknown) => void>();
    const waiting = waitUntilRunning(context).catch(failed);
    await vi.advanceTimersByTimeAsync(2999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(failed.mock.calls).toMatchObject([[{ code: 'audio_unavailable' }]]);
    expect(contexts[0]?.state).toBe('suspended');
  });
});
