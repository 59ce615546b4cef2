import type * as nodeOs from 'node:os';
import { AntiphonError } from '../../src/core/errors.ts';
import { requirePackages } from '../../src/core/requirePackages.ts';
import type { StartEngine } from '../../src/wire/engine/engineHost.ts';
import { EnginePool } from '../../src/wire/engine/enginePool.ts';
import { recordEngineWork } from '../../src/wire/engine/engineWork.ts';
import { startProcess } from '../../src/wire/engine/startProcess.ts';
import { lazyBuiltin } from '../../src/wire/lazyBuiltin.ts';
import type { EngineWork, Measured, SttAnswer, SttCommand, TtsAnswer, TtsCommand } from './engine/messages.ts';
import type { LocatedModel } from './modelFolder.ts';

const os = lazyBuiltin<typeof nodeOs>('node:os');

/** The processes of all models of a process, by their settings. */
export interface SherpaEngines {
  readonly stt: (settings: object) => EnginePool<SttCommand, SttAnswer>;
  readonly tts: (settings: object) => EnginePool<TtsCommand, TtsAnswer>;
}

/** Starts the process of a model, which loads the package `specifier`. */
export type StartSherpa = (kind: 'stt' | 'tts', specifier: string) => StartEngine;

/** @param specifier the package that holds the engine */
export function createSherpaEngines(
  specifier = 'sherpa-onnx-node',
  start: StartSherpa = (...args) => startProcess('#sherpa-engine', args),
): SherpaEngines {
  const create = <Command, Answer extends { readonly kind: string }>(
    kind: 'stt' | 'tts',
  ): ((settings: object) => EnginePool<Command, Answer>) => {
    const pools = new Map<string, EnginePool<Command, Answer>>();
    return (settings) => {
      const key = JSON.stringify(settings);
      const known = pools.get(key);
      pools.delete(key);
      endOldest(pools);
      const found =
        known ??
        new EnginePool<Command, Answer>({
          start: start(kind, specifier),
          title: `the process of the ${kind === 'stt' ? 'recogniser' : 'voice'}`,
          provider: 'sherpa',
          answerMs: ANSWER_MS,
        });
      pools.set(key, found);
      return found;
    };
  };
  return { stt: create('stt'), tts: create('tts') };
}

/** Longer than a model takes to load, or to speak a sentence on a machine that is just fast enough for it. */
const ANSWER_MS = 60_000;

/** Settings, besides the current ones, whose model stays loaded while no session uses it. */
const KEPT = 2;

/** Ends the idle processes of all settings but the `KEPT` latest. */
function endOldest<Command, Answer extends { readonly kind: string }>(
  pools: Map<string, EnginePool<Command, Answer>>,
): void {
  const idle = [...pools].filter(([, pool]) => pool.isIdle);
  for (const [key, pool] of idle.slice(0, Math.max(0, idle.length - KEPT))) {
    pool.end();
    pools.delete(key);
  }
}

/** The engines that all sessions of this process share. */
export const sharedEngines: SherpaEngines = createSherpaEngines();

/** The number of processes of a model, unless the settings state it. */
export function countCores(): number {
  return os().availableParallelism();
}

/** @throws AntiphonError `provider_unavailable` if the addon is not installed */
export function requireAddon(user: 'STT.Sherpa' | 'TTS.Sherpa'): void {
  requirePackages(['sherpa-onnx-node'], user, { code: 'provider_unavailable', provider: 'sherpa' });
}

/** Adds the work of a process to the metrics. */
export function recordWork(
  kind: 'stt' | 'tts',
  model: string,
  { audioSeconds, busySeconds }: Omit<EngineWork, 'kind'>,
): void {
  recordEngineWork({ provider: 'sherpa', kind, model, audioSeconds, busySeconds });
}

/** From this real-time factor on, a model cannot keep up with one session. */
const TOO_SLOW = 0.8;

/** Creates the warning that a model is too slow for this machine; undefined if it is not. */
export function createSlowWarning(
  model: string,
  { entry }: Pick<LocatedModel<never>, 'entry'>,
  { realTimeFactor }: Measured,
): AntiphonError | undefined {
  if (realTimeFactor < TOO_SLOW) return undefined;
  const smaller = entry?.smaller;
  const advice = smaller === undefined ? '' : `; ${smaller} is smaller: npx antiphon models pull ${smaller}`;
  const message = `${model} takes ${realTimeFactor.toFixed(1)} s for a second of audio on this machine${advice}`;
  return new AntiphonError('provider_warning', message, { failure: false, provider: 'sherpa' });
}
