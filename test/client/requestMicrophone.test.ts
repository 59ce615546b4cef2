import { describe, expect, it, vi } from 'vitest';
import { requestMicrophone } from '../../src/client/requestMicrophone.ts';
import { stubBrowser } from './support/browser.ts';

describe('requestMicrophone', () => {
  it('requests one channel with echo cancellation', async () => {
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

  it('fails with the reason where the page has no devices at all', async () => {
    await stubBrowser();
    vi.stubGlobal('navigator', {});
    await expect(requestMicrophone(new AbortController().signal)).rejects.toMatchObject({ code: 'audio_unavailable' });
  });

  it('releases the device when the lifetime ends, also before the permission is given', async () => {
    const { streams } = await stubBrowser();
    const life = new AbortController();
    await requestMicrophone(life.signal);
    life.abort();
    await requestMicrophone(life.signal);
    expect(streams.map(({ track }) => track.stopped)).toEqual([true, true]);
  });
});
