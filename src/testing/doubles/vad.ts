import { trustPort } from '../../core/trustedPorts.ts';
import { checkOptions } from '../../core/checkOptions.ts';
import type { NameSet } from '../../core/names.ts';
import { asyncScheduler, delay, identity, map, type SchedulerLike } from 'rxjs';
import type { VadModel } from '../../core/ports.ts';
import { loudness } from '../audio.ts';
import type { SubscriptionLedger } from '../../stream/subscriptionLedger.ts';

export interface VadDoubleOptions {
  /** In Hz. Default 16000. */
  readonly sampleRate?: 8000 | 16000 | undefined;
  /** Delay of a probability after its window, in ms. Default 0: synchronously. */
  readonly delayMs?: number | undefined;
  /** Number of windows after which it fails. Default: never. */
  readonly failAfterWindows?: number | undefined;
  /** Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
  /** Counts live subscriptions, as `vad`. */
  readonly ledger?: SubscriptionLedger | undefined;
}

const OPTIONS: NameSet<keyof VadDoubleOptions> = {
  sampleRate: true,
  delayMs: true,
  failAfterWindows: true,
  scheduler: true,
  ledger: true,
};

/**
 * Creates a VadModel whose probability of a window is its loudness in hundredths, from 0 (silence) to 0.99. A window
 * filled with `voiced()` scores 0.9, a half-filled one 0.45, and `voiced(ms, rate, p)` scores p.
 *
 * @example
 * ```ts
 * import { vad } from 'antiphon/operators';
 * import { createVadDouble, windows } from 'antiphon/testing';
 * import { of } from 'rxjs';
 *
 * const activity = of(windows.v, windows.v, windows.v, windows['.']).pipe(vad({ model: createVadDouble() }));
 * activity.subscribe(({ kind }) => console.log(kind)); // started, window, window, ended
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown option
 */
export function createVadDouble(options: VadDoubleOptions = {}): VadModel {
  checkOptions('createVadDouble', options, OPTIONS);
  const { sampleRate = 16_000, delayMs = 0, failAfterWindows, scheduler = asyncScheduler, ledger } = options;
  return trustPort({
    sampleRate,
    windowSamples: sampleRate === 16_000 ? 512 : 256,
    keepsWindows: false,
    score: (windows) =>
      windows.pipe(
        map((window, index) => {
          if (index === failAfterWindows) throw new Error('the VAD double fails, as configured');
          return Math.min(0.99, Math.round(loudness(window) * 100) / 100);
        }),
        delayMs > 0 ? delay(delayMs, scheduler) : identity,
        ledger?.track('vad') ?? identity,
      ),
  });
}
