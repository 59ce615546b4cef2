import { checkOptions } from '../../src/core/checkOptions.ts';
import type { NameSet } from '../../src/core/names.ts';
import { defer, finalize, map, type Observable } from 'rxjs';
import { AntiphonError } from '../../src/core/errors.ts';
import type { VadModel } from '../../src/core/ports.ts';
import { createSileroHost, type SileroHost } from './host.ts';
import { findKernel } from './kernel.ts';
import { WINDOW_SAMPLES, type SampleRate } from './messages.ts';
import type { SileroEngine } from './settings.ts';

export interface SileroOptions {
  /** The rate of the model's input, in Hz. Audio of any other rate is resampled by `vad`. */
  readonly sampleRate: 8000 | 16000;
  /** An ONNX file with the interface of Silero v5 or v6. @default the Silero v6 that ships with this package */
  readonly modelPath?: string | undefined;
  /** `onnx` requires `modelPath`. @default 'auto' */
  readonly engine?: SileroEngine | undefined;
}

const OPTIONS: NameSet<keyof SileroOptions> = { sampleRate: true, modelPath: true, engine: true };

/**
 * Creates Silero VAD v6. The scores of both engines agree to within 1e-4.
 *
 * Errors with `vad_failed` if the model cannot be loaded, or if the thread of `onnx` ends; the next subscription starts
 * a new one.
 *
 * @example
 * ```ts
 * import { vad } from 'antiphon/operators';
 * import { silero } from 'antiphon/providers';
 * import { from } from 'rxjs';
 *
 * const second = Array.from({ length: 50 }, () => ({ samples: new Int16Array(320), sampleRate: 16_000 }));
 * from(second)
 *   .pipe(vad({ model: silero({ sampleRate: 16_000 }) }))
 *   .subscribe({ next: ({ kind }) => console.log(kind), complete: () => console.log('no speech') }); // 'no speech'
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown option, or engine 'onnx' without `modelPath`
 * @see https://github.com/snakers4/silero-vad
 */
export function silero(options: SileroOptions): VadModel {
  checkOptions('silero', options, OPTIONS);
  const { sampleRate, modelPath, engine } = options;
  const format = { sampleRate, windowSamples: WINDOW_SAMPLES[sampleRate] };
  if (engine === 'onnx' && modelPath === undefined)
    throw new AntiphonError('usage_invalid', "silero: expected `modelPath` with engine 'onnx', got none");
  return modelPath !== undefined
    ? { ...format, score: (windows) => defer(() => findSileroHost(modelPath).score(windows, sampleRate)) }
    : { ...format, keepsWindows: false, score: (windows) => defer(() => scoreInKernel(windows, sampleRate)) };
}

/** Emits each probability synchronously, within `next` of its window. */
function scoreInKernel(windows: Observable<Int16Array>, sampleRate: SampleRate): Observable<number> {
  const stream = findKernel(sampleRate).openStream();
  return windows.pipe(
    map((window) => stream.score(window)),
    finalize(() => stream.close()),
  );
}

/** One host per model file, for the life of the process. */
const hosts = new Map<string, SileroHost>();

/** Returns the host of a model file. Creates it on first use. */
export function findSileroHost(modelPath: string): SileroHost {
  const host = hosts.get(modelPath) ?? createSileroHost({ modelPath });
  hosts.set(modelPath, host);
  return host;
}
