import { defer, filter, identity, tap } from 'rxjs';
import { TurnDetection } from '../../providers/names.ts';
import type { SpeechToText, TextToSpeech } from '../../src/core/ports.ts';
import type { SessionUpdate } from '../../src/session/sessionControl.ts';
import type { SessionConfig } from '../../src/session/config/config.ts';
import type { Ports } from '../../src/session/config/ports.ts';
import { createSttFallback } from '../../src/fallback/createSttFallback.ts';
import { createTtsFallback } from '../../src/fallback/createTtsFallback.ts';
import type { FallbackOptions } from '../../src/fallback/members.ts';
import type { Splices } from '../../src/session/splices/splice.ts';
import { microphone } from '../../src/testing/audio.ts';
import type { VirtualClock } from '../../src/time/virtualClock.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import type { SttUtterance } from '../../src/testing/doubles/sttSegment.ts';
import { createTransportDouble, type TransportDouble } from '../../src/playback/transportDouble.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import type { UntimedEntry } from './observe.ts';
import type { PeakLedger } from './peakLedger.ts';
import {
  MS_PER_CHAR,
  backchannelsOf,
  remarksOf,
  placed,
  words,
  type Change,
  type Hearing,
  type Modes,
  type Scenario,
  type TestData,
} from './scenario.ts';
import { backgroundOf, plainFunctionsOf } from './scenarioFunctions.ts';

export interface DoubleOptions {
  readonly scheduler: VirtualClock;
  readonly ledger: PeakLedger;
  readonly log: (entry: UntimedEntry) => void;
}

export function transportOf({ voice, client }: Scenario, { scheduler, ledger }: DoubleOptions): TransportDouble {
  const script = placed(voice);
  const end = script.at(-1);
  const forMs = (end === undefined ? 0 : end.atMs + end.forMs) + 1500;
  return createTransportDouble({
    ...client,
    outputLatencyMs: client.outputLatencyMs ?? undefined,
    outputSampleRate: client.outputSampleRate ?? undefined,
    audioIn: microphone(script, { scheduler, frameMs: 32, forMs }),
    scheduler,
    ledger,
  });
}

export function configOf(scenario: Scenario): SessionConfig<TestData> {
  const { rules, firstMessage, bufferS } = scenario;
  return {
    ...rules,
    backchannels: backchannelsOf(scenario),
    remarks: remarksOf(scenario),
    initial_messages: [],
    vad: { provider: 'silero', max_buffered_speech: bufferS },
    stt: { provider: 'deepgram', api_key: 'none' },
    tts: { provider: 'deepgram', api_key: 'none' },
    session_data: {},
    first_message: words('F0', firstMessage),
  };
}

export function portsOf(scenario: Scenario, doubled: DoubleOptions): Ports {
  const { scheduler, ledger } = doubled;
  return {
    vad: createVadDouble({ scheduler, ledger }),
    stt: sttOf(scenario, doubled),
    tts: ttsOf(scenario, doubled),
  };
}

/** The voice, which logs when it begins to speak. */
function ttsOf(scenario: Scenario, doubled: DoubleOptions): TextToSpeech {
  const port = voiceOf(scenario, doubled);
  const synthesize: TextToSpeech['synthesize'] = (text, complete) =>
    defer(() => {
      let sent = '';
      let isLogged = false;
      return port.synthesize(text.pipe(tap((piece) => (sent += piece))), complete).pipe(
        tap(({ kind }) => {
          if (isLogged || kind !== 'audio' || sent.trim() === '') return;
          isLogged = true;
          doubled.log({ of: 'voice', value: sent.trim() });
        }),
      );
    });
  return { ...port, synthesize };
}

/** Creates the voice; with one that stands in for it, each utterance is one subscription, whoever speaks. */
function voiceOf({ tts, voices, modes }: Scenario, doubled: DoubleOptions): TextToSpeech {
  const { scheduler, ledger } = doubled;
  const options = { ...tts, msPerChar: MS_PER_CHAR, scheduler };
  if (modes?.standIns.tts !== true) return createTtsDouble({ ...options, utterances: voices, ledger });
  const members = [
    createTtsDouble({ ...options, utterances: voices }),
    createTtsDouble({ ...options, name: 'second' }),
  ];
  const port = createTtsFallback(members, { scheduler, ...hedgeOf(modes) });
  return { ...port, synthesize: (...input) => port.synthesize(...input).pipe(ledger.track('tts')) };
}

/** The recogniser. One that stands in for it knows the same words, and answers. */
function sttOf({ hearings, stt, modes }: Scenario, { scheduler, ledger }: DoubleOptions): SpeechToText {
  const says = hearings.map(utteranceOf);
  const options = { ...stt, ...(modes?.turns && { turns: modes.turns }), scheduler, ledger };
  if (modes?.standIns.stt !== true) return createSttDouble({ ...options, says });
  const answered = says.map(({ text, msPerWord }) => ({ text, msPerWord }));
  const members = [
    createSttDouble({ ...options, says }),
    createSttDouble({ ...options, says: answered, name: 'second' }),
  ];
  return createSttFallback(members, { scheduler, ...hedgeOf(modes) });
}

function hedgeOf({ standIns: { hedgeMs } }: Modes): FallbackOptions {
  return hedgeMs === null ? {} : { hedge: { afterMs: hedgeMs } };
}

/**
 * The update of act `n`. Its functions are those that return, and every other time some of the background; its voice and its
 * recogniser are as the first.
 */
export function updateOf(
  changes: readonly Change[],
  n: number,
  scenario: Scenario,
  doubled: DoubleOptions,
): SessionUpdate {
  const { time, search, book } = plainFunctionsOf(doubled);
  const { fetch, renew, urge } = backgroundOf(scenario, doubled);
  const functions = n % 2 === 0 ? { time, search, book } : { time, search, book, fetch, renew, urge };
  return {
    ...(changes.includes('instructions') && { instructions: `U${n}` }),
    ...(changes.includes('functions') && { functions }),
    ...(changes.includes('tts') && { tts: ttsOf(scenario, doubled) }),
    ...(changes.includes('stt') && { stt: sttOf(scenario, doubled) }),
    ...(changes.includes('settings') && {
      min_endpointing_delay: n % 2 === 0 ? 0.9 : null,
      vad: n % 3 === 0 ? null : { provider: 'silero', min_silence_duration: 0.3 },
      user_away_timeout: n % 2 === 0 ? 3 : 0,
    }),
    ...listeningOf(changes, n, scenario),
  };
}

/** The fields of an update that only conversations with everything on have. */
function listeningOf(changes: readonly Change[], n: number, { modes }: Scenario): SessionUpdate {
  const isEven = n % 2 === 0;
  const mayChangeTurns = (modes?.turns ?? null) === null;
  return {
    ...(changes.includes('language') && { language: isEven ? 'de' : 'en' }),
    ...(changes.includes('turns') &&
      mayChangeTurns && { turn_detection: isEven ? TurnDetection.Text({ min_delay: 0.3 }) : null }),
  };
}

export function splicesOf({ splice }: Scenario): Splices {
  return {
    interruption: splice === 'no interruptions' ? filter(() => false) : identity,
    userTurn: splice === 'half the turns' ? filter((_, n) => n % 2 === 0) : identity,
  };
}

/** Interims of its own only where there is one text: they know of no final before them. */
function utteranceOf(
  { words: counts, interims, late, answer, delayMs, msPerWord }: Hearing,
  segment: number,
): SttUtterance {
  const name = `s${segment}`;
  return {
    answer,
    delayMs,
    msPerWord,
    text: counts.map((count, n) => words(name, count, sum(counts.slice(0, n)))),
    interims: counts.length === 1 ? interims?.map((count) => words(name, count)) : undefined,
    late: late === null ? undefined : { text: words(name, late.words, sum(counts)), afterMs: late.afterMs },
  };
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
