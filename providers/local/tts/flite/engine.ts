import { concatSamples, msOfSamples } from '../../../../src/core/audio.ts';
import { AntiphonError } from '../../../../src/core/errors.ts';
import type { WordTiming } from '../../../../src/core/turn.ts';
import type { SynthesizedSpeech, Utterance } from '../speech.ts';
import type { SynthesisEvent } from '../synthesisEvent.ts';
import { computeWordTimings } from '../wordTimings.ts';
import { loadFliteProgram, type FliteProgram } from './program.ts';
import { splitSpokenWords, type SpokenWord } from './spokenWords.ts';
import type { FliteUtterance, Token } from './utterance.ts';
import { FLITE_VOICES, USUAL_PITCH, USUAL_RATE, type FliteVoice } from './voices.ts';

export interface FliteEngine {
  /** Speaks the words of an utterance that Flite can spell. The voice must be one of `FLITE_VOICES`. */
  speak(utterance: Utterance): Promise<SynthesizedSpeech>;
}

/** Loads Flite in the current thread. Each utterance blocks it for about a tenth of the speech's duration. */
export async function loadFlite(specifier: string): Promise<FliteEngine> {
  const program = await loadFliteProgram(specifier);
  return {
    speak: async (utterance) => {
      const parts: SynthesizedSpeech[] = [];
      for (const part of splitParts(utterance.text)) parts.push(await speakPart(program, utterance, part));
      return join(parts, findVoice(utterance.voice));
    },
  };
}

function findVoice(name: string): FliteVoice {
  const voice = FLITE_VOICES.get(name);
  if (voice === undefined)
    throw new AntiphonError('provider_failed', `Flite has no voice ${name}`, { provider: 'local' });
  return voice;
}

/** Number of words from which a text is spoken in parts, because Flite keeps a whole text in memory. */
const WORDS_OF_A_PART = 60;
const MAX_WORDS_OF_A_PART = 100;

/** A part of a text that is spoken in one run of Flite. */
interface Part {
  /** Offset in the text of the whole. */
  readonly from: number;
  readonly text: string;
  /** The words that are spoken, with their offsets in the text of the whole. */
  readonly words: readonly SpokenWord[];
}

/** Splits long texts into parts that end with punctuation, if there is any. */
function splitParts(text: string): readonly Part[] {
  const parts: SpokenWord[][] = [];
  let part: SpokenWord[] = [];
  for (const word of splitSpokenWords(text)) {
    if (word.spoken === '') continue;
    if (part.length === 0) parts.push(part);
    part.push(word);
    const isFull = part.length >= WORDS_OF_A_PART && /[.,;:!?]\W*$/u.test(word.spoken);
    if (isFull || part.length >= MAX_WORDS_OF_A_PART) part = [];
  }
  return parts.map((words, index) => {
    const from = index === 0 ? 0 : (words[0]?.from ?? 0);
    return { from, text: text.slice(from, parts[index + 1]?.[0]?.from), words };
  });
}

async function speakPart(
  program: FliteProgram,
  { voice: name, rate, pitch }: Utterance,
  part: Part,
): Promise<SynthesizedSpeech> {
  const voice = findVoice(name);
  const stretch = (voice.stretch * USUAL_RATE) / rate;
  const shift = 2 ** ((pitch - USUAL_PITCH) / USUAL_PITCH);
  const manner = ['--setf', `duration_stretch=${stretch.toFixed(4)}`, '--setf', `f0_shift=${shift.toFixed(4)}`];
  // Behind white space, the last token ends as the others do.
  const spoken = `${part.words.map((word) => word.spoken).join(' ')} `;
  const utterance = await program(['-voice', name, ...manner], spoken);
  return trim(part, utterance);
}

/** Cuts the silence before the first sound, and gives the pause after a sentence a natural length. */
function trim({ from, text, words }: Part, utterance: FliteUtterance): SynthesizedSpeech {
  const { sampleRate, segments } = utterance;
  const sounds = segments.filter(({ name }) => name !== PAUSE);
  const toSample = (seconds: number): number => Math.round(seconds * sampleRate);
  const first = Math.max(0, toSample((sounds[0]?.startSeconds ?? 0) - LEAD_SECONDS));
  const pause = /[.!?]\W*$/u.test(words.at(-1)?.spoken ?? '') ? SENTENCE_PAUSE_SECONDS : 0;
  const length = Math.max(utterance.samples.length, toSample((sounds.at(-1)?.endSeconds ?? 0) + pause));
  const samples = new Int16Array(length - first);
  samples.set(utterance.samples.subarray(first));
  const events = createEvents(words, utterance, (seconds) => toSample(seconds) - first);
  const shifted = events.map((event) => ({ ...event, at: event.at - from }));
  const timings = computeWordTimings(text, shifted, samples, sampleRate);
  return { samples, words: timings.map((word) => ({ ...word, from: word.from + from, to: word.to + from })) };
}

const PAUSE = 'pau';
const LEAD_SECONDS = 0.01;
const SENTENCE_PAUSE_SECONDS = 0.35;

/** Creates an event for each token with sounds, again after a pause within the token, and for each pause. */
function createEvents(
  words: readonly SpokenWord[],
  { segments, tokens }: FliteUtterance,
  toSample: (seconds: number) => number,
): readonly SynthesisEvent[] {
  const offsets = createOffsets(words);
  const owners = new Map(tokens.flatMap((token) => token.segments.map((segment) => [segment, token] as const)));
  return segments.flatMap(({ name, startSeconds }, index): SynthesisEvent[] => {
    const sample = toSample(startSeconds);
    if (name === PAUSE) return sample > 0 ? [{ kind: 'end', at: 0, sample }] : [];
    const token = owners.get(index);
    if (token === undefined || token === owners.get(index - 1)) return [];
    return [{ kind: 'word', at: offsets(token), sample }];
  });
}

/** Returns a function that finds the offset in the text of the written word to which a token belongs, in order. */
function createOffsets(words: readonly SpokenWord[]): (token: Token) => number {
  let [index, end] = [0, words[0]?.spoken.length ?? 0];
  return ({ next }) => {
    // The last character of the token comes before the white space and the character behind it.
    while (index < words.length - 1 && next - 2 >= end + 1) {
      index += 1;
      end += 1 + (words[index]?.spoken.length ?? 0);
    }
    return words[index]?.from ?? 0;
  };
}

/** Joins the parts of a text, whose words are timed from the beginning of their part. */
function join(parts: readonly SynthesizedSpeech[], { sampleRate }: FliteVoice): SynthesizedSpeech {
  const words: WordTiming[] = [];
  let before = 0;
  for (const part of parts) {
    const ms = msOfSamples(before, sampleRate);
    words.push(...part.words.map((word) => ({ ...word, startMs: word.startMs + ms, endMs: word.endMs + ms })));
    before += part.samples.length;
  }
  return { samples: concatSamples(parts.map(({ samples }) => samples)), words };
}
