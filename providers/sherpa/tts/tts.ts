import { defer, EMPTY, filter, map, merge, mergeMap, type Observable, type SchedulerLike } from 'rxjs';
import { concatSamples, samplesOfMs, splitSamples } from '../../../src/core/audio.ts';
import { AntiphonError, type Issue } from '../../../src/core/errors.ts';
import { parseSettings } from '../../../src/core/parseSettings.ts';
import type { TextToSpeech } from '../../../src/core/ports.ts';
import { createResampler } from '../../../src/core/resampler.ts';
import type { EngineHost } from '../../../src/wire/engine/engineHost.ts';
import { firstUnlessAborted } from '../../../src/wire/engine/firstUnlessAborted.ts';
import { bySentence, type SentenceEvent } from '../../../src/wire/tts/bySentence.ts';
import type { Measured, TtsAnswer, TtsCommand, VoiceSettings } from '../engine/messages.ts';
import { createSlowWarning, recordWork, requireAddon, sharedEngines, type SherpaEngines } from '../engines.ts';
import { locateModel, type LocatedModel } from '../modelFolder.ts';
import { createVoiceSettings, findLanguage } from './voice.ts';
import type { SherpaTtsModelType } from '../../../src/models/model.ts';
import { sherpaTtsSchema, type FilledSherpaTts, type SherpaTtsSettings } from './settings.ts';

export interface SherpaTtsOptions {
  /** Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/** The rate of the audio, in Hz. The audio of models with other rates is resampled. */
const SAMPLE_RATE = 24_000;
const FRAME_SAMPLES = samplesOfMs(40, SAMPLE_RATE);

/**
 * Creates a voice that runs a model of sherpa-onnx in processes of its own: 24,000 Hz, sentence by sentence, without
 * word times. Needs the optional package `sherpa-onnx-node` 1.13.8 and a model, which `npx antiphon models pull`
 * downloads. Without them, an utterance errors with `provider_unavailable` or `model_missing`; `verifySherpaTts` finds
 * that earlier.
 *
 * @example
 * ```ts
 * import { speak } from 'antiphon/operators';
 * import { sherpaTts } from 'antiphon/providers';
 *
 * export const voice = speak({ tts: sherpaTts({ model: 'piper-en_US-ljspeech-medium-int8', speed: 1.1 }) });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 * @see https://github.com/k2-fsa/sherpa-onnx
 */
export function sherpaTts(settings: SherpaTtsSettings, options: SherpaTtsOptions = {}): TextToSpeech {
  return createSherpaTts(sharedEngines, settings, options);
}

/** Creates `sherpaTts` with given engines. */
export function createSherpaTts(
  engines: SherpaEngines,
  settings: SherpaTtsSettings,
  { scheduler }: SherpaTtsOptions = {},
): TextToSpeech {
  const filled = parseSettings('sherpaTts', 'sherpa', sherpaTtsSchema(), settings);
  let isWarned = false;
  const speakSentence = (text: string): Observable<SentenceEvent> =>
    defer(() => {
      const voice = findVoice(engines, filled);
      const warning = isWarned ? EMPTY : warnIfSlow(voice, filled);
      isWarned = true;
      return merge(speak(voice, filled, text), warning);
    });
  return {
    name: 'sherpa',
    model: filled.model,
    sampleRate: SAMPLE_RATE,
    accepts: 'sentences',
    language: findLanguage(filled),
    synthesize: bySentence(speakSentence, { scheduler }),
  };
}

/**
 * Finds faults of the settings that need the model: loads it, and checks the number of the speaker. Rejects if the
 * model, a file of it or the addon is missing.
 *
 * @throws (rejects with) AntiphonError `model_missing` · `provider_unavailable` · `provider_failed`
 */
export async function verifySherpaTts(
  settings: SherpaTtsSettings,
  signal?: AbortSignal,
  engines: SherpaEngines = sharedEngines,
): Promise<readonly Issue[]> {
  const filled = parseSettings('verifySherpaTts', 'sherpa', sherpaTtsSchema(), settings);
  const { speakers } = await firstUnlessAborted(measure(findVoice(engines, filled)), signal);
  const isKnown = filled.speaker < Math.max(1, speakers);
  return isKnown ? [] : [{ path: 'speaker', expected: `a number below ${speakers}`, got: `${filled.speaker}` }];
}

/** A voice, with the processes that run it. */
interface Voice {
  readonly located: LocatedModel<SherpaTtsModelType>;
  readonly settings: VoiceSettings;
  readonly host: EngineHost<TtsCommand, TtsAnswer>;
}

function findVoice(engines: SherpaEngines, filled: FilledSherpaTts): Voice {
  if (engines === sharedEngines) requireAddon('TTS.Sherpa');
  const located: LocatedModel<SherpaTtsModelType> = locateModel('tts', filled);
  const settings = createVoiceSettings(located, filled);
  const host = engines.tts(settings.config).select({ maxHosts: filled.max_processes, maxClients: 1 });
  return { located, settings, host };
}

function measure({ host, settings }: Voice): Observable<Measured> {
  return host.request({ kind: 'verify', settings }).pipe(filter((answer) => answer.kind === 'measured'));
}

function warnIfSlow(voice: Voice, { model }: FilledSherpaTts): Observable<SentenceEvent> {
  return measure(voice).pipe(
    map((measured) => createSlowWarning(model, voice.located, measured)),
    mergeMap((error): SentenceEvent[] => (error === undefined ? [] : [{ kind: 'report', error }])),
  );
}

function speak({ host, settings }: Voice, { model }: FilledSherpaTts, text: string): Observable<SentenceEvent> {
  return host.request({ kind: 'speak', settings, text }).pipe(
    mergeMap((answer) => {
      if (answer.kind === 'failed') throw new AntiphonError('provider_failed', answer.message, { provider: 'sherpa' });
      if (answer.kind !== 'speech') return [];
      recordWork('tts', model, answer);
      return createFrames(answer.samples, answer.sampleRate);
    }),
  );
}

function createFrames(samples: Int16Array, rate: number): readonly SentenceEvent[] {
  const resampler = createResampler(rate, SAMPLE_RATE);
  const parts = splitSamples(concatSamples([resampler.push(samples), resampler.flush()]), FRAME_SAMPLES);
  return parts.map((part) => ({ kind: 'audio', frame: { samples: part, sampleRate: SAMPLE_RATE } }));
}
