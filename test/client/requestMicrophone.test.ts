import { describe, expect, it, vi } from 'vitest';
import { requestMicrophone } from '../../src/client/requestMicrophone.ts';
import { stubBrowser } from './support/browser.ts';

describe('openDevice', () => {
  it('asks for one voice, without the echo of the loudspeaker', async () => {
    await stubBrowser();
    await requestMicrophone(new AbortController().signal);
    expect(navigator.mediaDevices.getUserMedia).toHaveBeenCalledExactlyOnceWith({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
  });

  it.each([
    ['NotAllowedError', 'microphone_refused'],
    ['SecurityError', 'microphone_refused'],
    ['NotFoundError', 'microphone_missing'],
    ['OverconstrainedError', 'microphone_missing'],
    ['NotReadableError', 'microphone_busy'],
    ['AbortError', 'microphone_busy'],
    ['TypeError', 'audio_unavailable'],
  ])('calls a %s %s', async (name, code) => {
    const cause = new DOMException('No.', name);
    await stubBrowser({ deviceFault: cause });
    await expect(requestMicrophone(new AbortController().signal)).rejects.toMatchObject({ code, cause });
  });

  it('says that this page has no microphone access where there are no devices at all', async () => {
    await stubBrowser();
    vi.stubGlobal('navigator', {});
    await expect(requestMicrophone(new AbortController().signal)).rejects.toMatchObject({ code: 'audio_unavailable' });
  });

  it('lets go of the device when the lifetime ends, also if that was before the person said yes', async () => {
    const { streams } = await stubBrowser();
    const life = new AbortController();
    await requestMicrophone(life.signal);
    life.abort();
    await requestMicrophone(life.signal);
    expect(streams.map(({ track }) => track.stopped)).toEqual([true, true]);
  });
});
