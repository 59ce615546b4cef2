import { findWordEnds } from '../../../src/core/wordEnds.ts';
import { SAY_ROUND } from '../../../src/session/floor/reply.ts';
import { entriesOf, type EntryOf, type Recording } from '../recording.ts';
import { MS_PER_CHAR, type Scenario } from '../scenario.ts';
import { handedTo, wholeHistory } from './handoffs.ts';
import { walk } from './walk.ts';
import { textOf } from '../../../src/testing/doubles/tts.ts';

/** The history only grows: what was there stays as it was. Behind a handoff it may begin later. */
export function historyIsAppendOnly(recording: Recording): readonly string[] {
  let before: EntryOf<'history'>['value'] = [];
  let hands = 0;
  return recording.entries.flatMap((entry) => {
    hands += handedTo(entry).length;
    if (entry.of !== 'history') return [];
    const { atMs, value } = entry;
    const from = value[0] === undefined ? before.length : Math.max(0, before.indexOf(value[0]));
    const isKept = before.slice(from).every((one, at) => one === value[at]);
    if (from > 0) hands -= 1;
    before = value;
    return isKept && hands >= 0 ? [] : [`${atMs} the history changed what it had`];
  });
}

/**
 * What the agent’s messages of a reply say is what it generated, from the beginning, in whole words. The end of a filler may be missing
 * where other text follows: an answer, or another filler if the voice has failed.
 */
export function messagesArePrefixes(recording: Recording): readonly string[] {
  const turns = new Set(wholeHistory(recording).map(({ turn }) => turn ?? -1));
  return [...turns].flatMap((turn) => {
    const [heard, generated] = [heardOf(recording, turn), generatedOf(recording, turn)];
    return findUnheard(heard, generated, hasVoiceFailed(recording)) === null
      ? [`reply ${turn} said "${heard}" of "${write(generated)}"`]
      : [];
  });
}

/**
 * A reply that was generated, spoken and heard to its end was heard whole: what was resumed has no gap. A voice that fails costs the rest
 * of a filler.
 */
export function wholeRepliesAreHeardWhole(recording: Recording): readonly string[] {
  const replies = entriesOf(recording, 'reply').map(({ value }) => value);
  const complete = replies.flatMap((event) =>
    event.kind === 'ended' && event.reason === 'complete' ? [event.turn] : [],
  );
  const hasFailed = hasVoiceFailed(recording);
  return complete.flatMap((turn) => {
    const [heard, generated] = [heardOf(recording, turn), generatedOf(recording, turn)];
    const isWhole = lastSpeechIsWhole(recording, turn);
    const mayBreakOff = hasFailed && generated.at(-1)?.isFiller === true;
    const isHeardWhole = findUnheard(heard, generated, hasFailed) === '' || mayBreakOff;
    return isWhole && !isHeardWhole ? [`reply ${turn} is whole with "${heard}" of "${write(generated)}"`] : [];
  });
}

/** Codes of a voice that has failed, or stopped within a text. */
const VOICE_FAILURES: ReadonlySet<string> = new Set(['provider_failed', 'tts_timeout']);

function hasVoiceFailed(recording: Recording): boolean {
  return entriesOf(recording, 'error').some(({ value }) => VOICE_FAILURES.has(value.code));
}

/** The last utterance of a reply was spoken to its end by the TTS, and heard to its end by the user. */
function lastSpeechIsWhole(recording: Recording, turn: number): boolean {
  const spoken = entriesOf(recording, 'speech').map(({ value }) => value);
  const last = spoken.findLast((event) => event.kind === 'started' && event.turn === turn)?.utterance;
  const isSpoken = spoken.some(
    (event) => event.kind === 'ended' && event.utterance === last && event.reason === 'complete',
  );
  const stops = entriesOf(recording, 'playout').map(({ value }) => value);
  return isSpoken && stops.some((event) => event.kind === 'stopped' && event.utterance === last && event.whole);
}

/** What a resumed utterance repeats is what was heard last of its reply: at most eight words, or four and no more. */
export function repeatsWereHeard(recording: Recording): readonly string[] {
  const spoken = entriesOf(recording, 'speech').map(({ value }) => value);
  return spoken.flatMap((event) => {
    const { turn, utterance, repeatedChars = 0 } = event.kind === 'started' ? event : { turn: -1, utterance: '' };
    if (repeatedChars === 0) return [];
    const text = spoken.map((other) => (other.kind === 'text' && other.utterance === utterance ? other.text : ''));
    const repeated = spaced(text.join('').slice(0, repeatedChars));
    // Its reply has failed before more of it came: nothing was sent to the voice.
    if (text.join('') === '') return [];
    const isHeard = ` ${heardOf(recording, turn)} `.includes(` ${repeated} `);
    return isHeard && findWordEnds(repeated).length <= MAX_REPEATED_WORDS ? [] : [`${utterance} repeats "${repeated}"`];
  });
}

const MAX_REPEATED_WORDS = 8;

interface Told {
  /** The text of each utterance, and how much of its beginning was heard before. */
  readonly texts: Readonly<Record<string, string>>;
  readonly repeated: Readonly<Record<string, number>>;
  /** What was reported of the last one that stopped. */
  readonly heard: string;
}

/** What was heard is what the client has really played, in whole words, where it can report and has reported it. */
export function messagesAreWhatWasPlayed(recording: Recording): readonly string[] {
  if (!tellsExactly(recording.scenario)) return [];
  return walk<Told>(recording, {
    initial: { texts: {}, repeated: {}, heard: '' },
    remember: (memory, { of, value }) => {
      if (of === 'playout' && value.kind === 'stopped') return { ...memory, heard: value.heard.trim() };
      if (of === 'speech' && value.kind === 'started')
        return { ...memory, repeated: { ...memory.repeated, [value.utterance]: value.repeatedChars ?? 0 } };
      if (of !== 'speech' || value.kind !== 'text') return memory;
      const text = (memory.texts[value.utterance] ?? '') + value.text;
      return { ...memory, texts: { ...memory.texts, [value.utterance]: text } };
    },
    fault: ({ texts, repeated, heard }, { of, value }) => {
      if (of !== 'client') return null;
      const chars = textOf(value.samples, { msPerChar: MS_PER_CHAR }).length;
      const [text = '', known = 0] = [texts[value.utterance], repeated[value.utterance]];
      const played = ['', '.'].map((stop) =>
        wholeWords(text, chars + stop.length)
          .slice(known)
          .trim(),
      );
      return played.includes(heard) ? null : `"${heard}" is told of ${value.utterance}, "${played[0]}" was played`;
    },
  });
}

/** Whether the client reports exactly, and in time, what it has played, and the TTS times its words. */
function tellsExactly({ client, tts, acts, modes }: Scenario): boolean {
  if (modes?.forTheEar === true || modes?.standIns.tts === true) return false;
  const { reports, latencyMs, clearDelayMs, outputLatencyMs, outputSampleRate } = client;
  const isReported = reports === 'positions' || (reports === 'finished-only' && latencyMs === 0);
  const isInTime = clearDelayMs + 2 * latencyMs < 250;
  const isPlain = outputLatencyMs === null && outputSampleRate === null && tts.timings;
  return isReported && isInTime && isPlain && acts.every(({ kind }) => kind !== 'freeze' && kind !== 'disconnect');
}

/** The first `chars` characters; what is written on to the last word may be missing. */
function wholeWords(text: string, chars: number): string {
  const ends = [...text.matchAll(/\S+/gu)].map(({ index, 0: word }) => index + word.length);
  return text.slice(0, ends.findLast((end) => end <= chars) ?? 0);
}

/** A stretch of the text of a reply. */
interface Generated {
  readonly text: string;
  readonly isFiller: boolean;
}

function generatedOf(recording: Recording, turn: number): readonly Generated[] {
  let last = 0;
  const parts: Generated[] = [];
  for (const { value } of entriesOf(recording, 'reply')) {
    if (value.kind !== 'text' || value.turn !== turn) continue;
    const isFiller = value.filler === true;
    const before = parts.at(-1);
    const goesOn = before !== undefined && !before.isFiller && !isFiller;
    const seam = value.round === last && value.round !== SAY_ROUND ? '' : ' ';
    last = value.round;
    if (goesOn) parts.pop();
    parts.push({ text: (goesOn ? before.text + seam : '') + value.delta, isFiller });
  }
  return parts.map(({ text, isFiller }) => ({ text: spaced(text), isFiller })).filter(({ text }) => text !== '');
}

function write(generated: readonly Generated[]): string {
  return generated.map(({ text }) => text).join(' ');
}

/** Returns what follows the heard text in what was generated, without what is missing of fillers; null: it is no beginning of it. */
function findUnheard(heard: string, generated: readonly Generated[], hasFailed: boolean): string | null {
  let left = heard.split(' ').filter(Boolean);
  for (const [at, { text, isFiller }] of generated.entries()) {
    const words = text.split(' ');
    const count = words.findIndex((word, n) => word !== left[n]);
    if (count < 0) left = left.slice(words.length);
    else if (isFiller && generated.slice(at + 1).some((later) => hasFailed || !later.isFiller))
      left = left.slice(count);
    else
      return left.length === count || endsAtMark(left.slice(count), words[count] ?? '')
        ? words.slice(count).join(' ')
        : null;
  }
  return left.length === 0 ? '' : null;
}

function heardOf(recording: Recording, turn: number): string {
  const messages = wholeHistory(recording)
    .filter((entry) => entry.turn === turn && entry.message.role === 'assistant')
    .filter(({ message }) => message.tool_calls === undefined);
  return spaced(messages.map(({ message }) => message.content).join(' '));
}

/** Returns whether what is left is the beginning of a word, which ends at a mark of markdown: a voice does not say it. */
function endsAtMark([part = '', ...others]: readonly string[], word: string): boolean {
  const isInWord = /\w$/u.test(part) && /^\w/u.test(word.slice(part.length));
  return others.length === 0 && word.startsWith(part) && !/^\w+[.?]?$/u.test(word) && !isInWord;
}

function spaced(text: string): string {
  return text.split(/\s+/u).filter(Boolean).join(' ');
}
