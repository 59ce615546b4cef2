import { samplesOfMs } from '../../src/core/audio.ts';
import { silero, type SileroOptions } from '../../providers/silero/model.ts';
import { sileroSchema } from '../../providers/silero/settings.ts';
import { verifySilero } from '../../providers/silero/verify.ts';
import type { VadModel } from '../../src/core/ports.ts';
import { voiced } from '../../src/testing/audio.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import type { VirtualClock } from '../../src/time/virtualClock.ts';
import { MODEL_PATH } from '../../scripts/silero/model.mjs';
import { createWindows } from '../providers/silero/windows.mjs';

/** A model under its contract. */
export interface VadSubject {
  readonly name: string;
  /** Whether a score comes within `next` of its window. */
  readonly answersWithinNext: boolean;
  /** The reason why the model cannot run here. */
  readonly missing?: string | undefined;
  readonly create: (clock: VirtualClock) => VadModel;
  /** Sound that the model scores as speech, at the rate of the model. */
  readonly speak: (ms: number) => Int16Array;
}

const RATES = [16_000, 8000] as const;

const missingOnnx: string | undefined = await verifySilero(
  sileroSchema().parse({ provider: 'silero', model_path: MODEL_PATH }),
).then(
  () => undefined,
  (error: Error) => error.message,
);

export const VAD_SUBJECTS: readonly VadSubject[] = [
  ...RATES.map((sampleRate) => sileroSubject({ sampleRate, engine: 'wasm' })),
  ...RATES.map((sampleRate) => ({
    ...sileroSubject({ sampleRate, engine: 'onnx', modelPath: MODEL_PATH }),
    missing: missingOnnx,
  })),
  doubleSubject('the double', 0),
  doubleSubject('the double with a delay of 40 ms', 40),
  doubleSubject('the double with a delay of 3 s', 3000),
];

function sileroSubject(options: SileroOptions & Required<Pick<SileroOptions, 'engine'>>): VadSubject {
  const { sampleRate, engine } = options;
  return {
    name: `Silero, ${engine}, ${sampleRate} Hz`,
    answersWithinNext: engine === 'wasm',
    create: () => silero(options),
    speak: (ms) => {
      const windows = createWindows(sampleRate, Math.ceil(ms / 32)).map((window) => [...window]);
      return Int16Array.from(windows.flat().slice(0, samplesOfMs(ms, sampleRate)));
    },
  };
}

function doubleSubject(name: string, delayMs: number): VadSubject {
  return {
    name,
    answersWithinNext: delayMs === 0,
    create: (scheduler) => createVadDouble({ delayMs, scheduler }),
    speak: (ms) => voiced(ms).samples,
  };
}
