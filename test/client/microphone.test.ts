import { describe, expect, it, vi, type Mock } from 'vitest';
import type { CapturedFrame } from '../../src/client/capture.ts';
import { openMicrophone, type Microphone, type MicrophoneOptions } from '../../src/client/microphone.ts';
import { settle } from '../../src/time/runSteps.ts';
import { FakeContext, FakeStream, stubBrowser, type FakeBrowser } from './support/browser.ts';

describe('openMicrophone', () => {
  it('emits 20 ms at a time at the requested rate', async () => {
    const { context, heard } = await rig();
    context.render(100, 0.5);
    expect(heard.length).toBeGreaterThanOrEqual(4);
    for (const { samples } of heard) expect(samples).toHaveLength(320);
    expect(heard.at(-1)?.level).toBeCloseTo(0.5, 2);
  });

  it('takes one channel of whatever the device has, and is itself not heard', async () => {
    const { context } = await rig();
    expect(context.render(100, 0.5).every((value) => value === 0)).toBe(true);
  });

  it('is silent in the device while muted', async () => {
    const { microphone, stream } = await rig();
    microphone.mute(true);
    expect(stream.track.enabled).toBe(false);
    microphone.mute(false);
    expect(stream.track.enabled).toBe(true);
  });

  it('goes on with another device when its own goes away, muted as it was', async () => {
    const { microphone, stream, context, heard, browser, lost } = await rig();
    microphone.mute(true);
    stream.track.unplug();
    await settle();
    expect(context.sources.map(({ outputs }) => outputs.size)).toEqual([0, 1]);
    expect(browser.streams.map(({ track }) => track.enabled)).toEqual([false]);
    context.render(40, 0.5);
    expect(heard).not.toEqual([]);
    expect(lost).not.toHaveBeenCalled();
  });

  it('reports what it has lost when there is no other', async () => {
    const { stream, lost } = await rig({ deviceFault: new DOMException('None.', 'NotFoundError') });
    const reported = new Promise((resolve) => lost.mockImplementation(resolve));
    stream.track.unplug();
    expect(await reported).toMatchObject({ code: 'microphone_missing' });
  });

  it('reports that the worklet failed', async () => {
    const { context, lost } = await rig();
    context.worklets[0]?.onprocessorerror?.();
    expect(lost.mock.calls).toMatchObject([[{ code: 'audio_unavailable' }]]);
  });

  it('releases the device when it is stopped', async () => {
    const { microphone, stream } = await rig();
    microphone.stop();
    expect(stream.track.stopped).toBe(true);
  });

  it('leaves nothing behind when the lifetime ends', async () => {
    const { life, context, stream, heard } = await rig();
    life.abort();
    expect(context.sources[0]?.outputs.size).toBe(0);
    expect(context.worklets[0]?.outputs.size).toBe(0);
    expect(context.worklets[0]?.port.closed).toBe(true);
    context.render(40, 0.5);
    expect(heard).toEqual([]);
    stream.track.unplug();
    expect(navigator.mediaDevices.getUserMedia).not.toHaveBeenCalled();
  });
});

interface Rig {
  readonly browser: FakeBrowser;
  readonly context: FakeContext;
  readonly stream: FakeStream;
  readonly life: AbortController;
  readonly microphone: Microphone;
  readonly heard: CapturedFrame[];
  readonly lost: Mock<MicrophoneOptions['lost']>;
}

async function rig(faults: Partial<FakeBrowser> = {}): Promise<Rig> {
  const browser = await stubBrowser(faults);
  const [context, stream, life] = [new FakeContext(), new FakeStream(), new AbortController()];
  const heard: CapturedFrame[] = [];
  const lost = vi.fn<MicrophoneOptions['lost']>();
  const microphone = openMicrophone({
    context: context as unknown as AudioContext,
    stream: stream as unknown as MediaStream,
    sampleRate: 16_000,
    lifetime: life.signal,
    onFrame: (frame) => void heard.push(frame),
    lost,
  });
  return { browser, context, stream, life, microphone, heard, lost };
}
