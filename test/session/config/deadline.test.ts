import { afterEach, describe, expect, it, vi } from 'vitest';
import { TTS } from '../../../providers/names.ts';
import { TTS_PROVIDERS } from '../../../providers/registry.ts';
import type { SpeechToText, VadModel } from '../../../src/core/ports.ts';
import { parseConfig } from '../../../src/session/config/config.ts';
import { verifyConfig } from '../../../src/session/config/ports.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { shortest } from './table.ts';

const own = { vad: { sampleRate: 16_000 } as VadModel, stt: { name: 'mine' } as SpeechToText };
const settings = parseConfig({ ...shortest, tts: TTS.Local() });

afterEach(() => vi.restoreAllMocks());

/** A check that never answers, and the signal that it was given. */
function createStuckCheck(): { readonly signal: () => AbortSignal | undefined } {
  const check = vi.spyOn(TTS_PROVIDERS.local, 'verify').mockReturnValue(new Promise(() => {}));
  return { signal: () => check.mock.calls[0]?.[1] };
}

describe('a check of settings that never answers', () => {
  it.each([
    [9999, undefined],
    [10_000, 'config_timeout'],
  ])('fails after 10 s (%i ms), names its part and gives its place back', async (ms, code) => {
    const { signal } = createStuckCheck();
    const clock = new VirtualClock();
    let error: unknown;
    void verifyConfig(settings, own, { scheduler: clock }).catch((reason: unknown) => (error = reason));
    await clock.run(ms);
    await Promise.resolve();
    const { code: found, message = 'tts' } = (error ?? {}) as { code?: string; message?: string };
    expect(found).toBe(code);
    expect(message).toContain('tts');
    expect(signal()?.aborted).toBe(code !== undefined);
  });

  it('ends at once when nobody waits for the session any more', async () => {
    const { signal } = createStuckCheck();
    const left = new AbortController();
    const checked = verifyConfig(settings, own, { scheduler: new VirtualClock(), left: left.signal });
    left.abort();
    await expect(checked).rejects.toMatchObject({
      code: 'config_failed',
      message: expect.stringContaining('no longer waits'),
    });
    expect(signal()?.aborted).toBe(true);
  });
});
