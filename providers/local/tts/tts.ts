import { parseSettings } from '../../../src/core/parseSettings.ts';
import { defer, from, mergeMap, type Observable, type SchedulerLike } from 'rxjs';
import { samplesOfMs, splitSamples } from '../../../src/core/audio.ts';
import { bySentence, type SentenceEvent } from '../../../src/wire/tts/bySentence.ts';
import type { Issue } from '../../../src/core/errors.ts';
import type { TextToSpeech } from '../../../src/core/ports.ts';
import { firstUnlessAborted } from '../../../src/wire/engine/firstUnlessAborted.ts';
import { ENGINE_SAMPLE_RATE, type SynthesizedSpeech } from './engine.ts';
import { sharedTtsHost, type TtsHost } from './host.ts';
import { languageTag, localTtsSchema, type LocalTtsSettings } from './settings.ts';

export interface LocalTtsOptions {
  /** Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Creates TTS with the embedded engine eSpeak NG in its own thread: 22,050 Hz, sentence by sentence, with exact word
 * timings. Needs the optional package `espeak-ng` 1.0.2 (GPL-3.0-or-later). Without it, an utterance errors with
 * `provider_unavailable`, and the message names the package to install.
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
  const {
    voice,
    rate,
    pitch,
    language = parseLanguage(voice),
  } = parseSettings('localTts', 'local', localTtsSchema(), settings);
  const synthesize = bySentence((text) => host.speak({ text, voice, rate, pitch }).pipe(mergeMap(createEvents)), {
    scheduler,
  });
  return {
    name: 'local',
    sampleRate: ENGINE_SAMPLE_RATE,
    accepts: 'sentences',
    language,
    synthesize: (text) =>
      defer(() => {
        host.warm();
        return synthesize(text);
      }),
  };
}

/**
 * Finds the fault that only the engine can find: an unknown voice. Stops waiting for the engine when `signal` aborts.
 *
 * @throws (rejects with) AntiphonError `provider_unavailable` if the engine is not installed
 */
export async function verifyLocalTts(
  settings: LocalTtsSettings = {},
  signal?: AbortSignal,
  host: TtsHost = sharedTtsHost,
): Promise<readonly Issue[]> {
  const { voice } = parseSettings('verifyLocalTts', 'local', localTtsSchema(), settings);
  const fault = await firstUnlessAborted(host.verify(voice), signal);
  return fault === undefined ? [] : [{ path: 'voice', expected: 'a voice of eSpeak NG', got: `${voice} (${fault})` }];
}

/** Parses the language of a voice: `en-US` of `en-us+f3` and `gmw/en-US`; `en` if the name has none. */
function parseLanguage(voice: string): string {
  const [name = ''] = voice.split('+');
  return languageTag(name.slice(name.lastIndexOf('/') + 1)) ?? 'en';
}

const FRAME_SAMPLES = samplesOfMs(40, ENGINE_SAMPLE_RATE);

/** Creates the events of a sentence: the words before the audio that carries them. */
function createEvents({ samples, words }: SynthesizedSpeech): Observable<SentenceEvent> {
  const audio = splitSamples(samples, FRAME_SAMPLES).map(
    (part): SentenceEvent => ({ kind: 'audio', frame: { samples: part, sampleRate: ENGINE_SAMPLE_RATE } }),
  );
  return from(words.length === 0 ? audio : [{ kind: 'words', words } as const, ...audio]);
}
