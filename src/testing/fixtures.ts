import type { AudioFrame } from '../core/audio.ts';
import type { Digit } from '../core/digit.ts';
import type { PlayoutCommand } from '../core/playout.ts';
import type { Interruption, Settlement, Transcript, UserTurn, VadEvent } from '../core/speech.ts';
import type { TurnVerdict } from '../core/turnModel.ts';
import type { EndReason, SpeechEvent, TurnEvent } from '../core/turn.ts';
import { silence, voiced } from './audio.ts';

/** The letters of a marble diagram. Lower case stands for segment, turn or utterance 0, upper case for 1. */
export type Letters<Letter extends string, T> = Readonly<Record<Letter | Uppercase<Letter>, T>>;

/**
 * Telephone keys: `0` to `9` · `s` the star · `p` the pound sign.
 *
 * @example
 * ```ts runnable
 * import { digits } from 'antiphon/operators';
 * import { keys, marbles } from 'antiphon/testing';
 *
 * marbles(({ hot, expectObservable }) => {
 *   expectObservable(hot('-1-2-p', keys).pipe(digits())).toBe('-----x', { x: '12' });
 * });
 * ```
 */
export const keys: Readonly<Record<'0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 's' | 'p', Digit>> = {
  0: '0',
  1: '1',
  2: '2',
  3: '3',
  4: '4',
  5: '5',
  6: '6',
  7: '7',
  8: '8',
  9: '9',
  s: '*',
  p: '#',
};

/**
 * Microphone audio, each value one window of voice activity detection (32 ms at 16 kHz): `v` voice · `.` silence.
 *
 * @example
 * ```ts runnable
 * import { vad } from 'antiphon/operators';
 * import { createVadDouble, marbles, windows } from 'antiphon/testing';
 * import { map } from 'rxjs';
 *
 * marbles(({ hot, expectObservable }) => {
 *   const kinds = hot('vv.|', windows).pipe(
 *     vad({ model: createVadDouble() }),
 *     map(({ kind }) => kind[0]),
 *   );
 *   expectObservable(kinds).toBe('-sw(e|)');
 * });
 * ```
 */
export const windows: Readonly<Record<'v' | '.', AudioFrame>> = { v: voiced(32), '.': silence(32) };

/**
 * Returns a window at which the voiced time of `segment` reaches `voicedMs` without a pause, for testing thresholds.
 *
 * @example
 * ```ts runnable
 * import { interruption } from 'antiphon/operators';
 * import { activity, interruptions, marbles, voicedWindow } from 'antiphon/testing';
 *
 * marbles(({ hot, expectObservable }) => {
 *   const speaks = hot('s--a--b', { s: activity.s, a: voicedWindow(480), b: voicedWindow(512) });
 *   const options = { agentAudible: hot('t', { t: true }), transcript: hot<never>('') };
 *   expectObservable(speaks.pipe(interruption(options))).toBe('------v', interruptions);
 * });
 * ```
 */
export function voicedWindow(voicedMs: number, segment = 0): VadEvent {
  return { kind: 'window', segment, atMs: voicedMs, voiced: true, voicedMs, lastVoicedMs: voicedMs, audio: [] };
}

/**
 * Voice activity of one word: `s` started, by 64 ms of voice · `w` a voiced window, 96 ms in all ·
 * `q` a quiet window · `e` ended by silence, 576 ms after the last voiced sample · `m` ended by mute, right after it.
 *
 * @example
 * ```ts runnable
 * import { endpointing } from 'antiphon/operators';
 * import { activity, marbles, transcripts, turns } from 'antiphon/testing';
 *
 * marbles(({ hot, expectObservable }) => {
 *   const transcript = hot('---f', transcripts);
 *   const userTurn = hot('s-m', activity).pipe(endpointing({ transcript, minDelayMs: 1 }));
 *   expectObservable(userTurn).toBe('---u', turns);
 * });
 * ```
 */
export const activity: Letters<'s' | 'w' | 'q' | 'e' | 'm', VadEvent> = both((segment) => ({
  s: { kind: 'started', segment, atMs: 64, voicedMs: 64, lastVoicedMs: 64, audio: [] },
  w: voicedWindow(96, segment),
  q: { kind: 'window', segment, atMs: 128, voiced: false, voicedMs: 96, lastVoicedMs: 96, audio: [] },
  e: { kind: 'ended', segment, atMs: 672, voicedMs: 96, lastVoicedMs: 96, by: 'silence' },
  m: { kind: 'ended', segment, atMs: 96, voicedMs: 96, lastVoicedMs: 96, by: 'mute' },
}));

/**
 * Transcripts: `i` and `j` interims, `f` the final, "hello there" and "how are you" · `o` an interim without text.
 *
 * @example
 * ```ts runnable
 * import { marbles, transcripts } from 'antiphon/testing';
 * import { filter } from 'rxjs';
 *
 * marbles(({ hot, expectObservable }) => {
 *   const finals = hot('-i-j-f-I-F', transcripts).pipe(filter(({ kind }) => kind === 'final'));
 *   expectObservable(finals).toBe('-----f---F', transcripts);
 * });
 * ```
 */
export const transcripts: Letters<'i' | 'j' | 'f' | 'o', Transcript> = both((segment) => {
  const [part, whole] = segment === 0 ? ['hello', 'hello there'] : ['how', 'how are you'];
  return {
    i: { kind: 'interim', segment, text: part },
    j: { kind: 'interim', segment, text: whole },
    f: { kind: 'final', segment, text: whole },
    o: { kind: 'interim', segment, text: '' },
  };
});

/**
 * Settlements of a segment: `f` by its final · `e` empty · `x` failed · `t` timeout · `n` noise.
 *
 * @example
 * ```ts runnable
 * import { transcribe } from 'antiphon/operators';
 * import { activity, createSttDouble, marbles, settlements } from 'antiphon/testing';
 *
 * marbles(({ hot, expectObservable }) => {
 *   const stt = createSttDouble({ says: [{ text: '', answer: 'empty' }], delayMs: 2 });
 *   expectObservable(hot('s-e', activity).pipe(transcribe({ stt }))).toBe('----e', settlements);
 * });
 * ```
 */
export const settlements: Letters<'f' | 'e' | 'x' | 't' | 'n', Settlement> = both((segment) => ({
  f: { kind: 'settled', segment, by: 'final' },
  e: { kind: 'settled', segment, by: 'empty' },
  x: { kind: 'settled', segment, by: 'failed' },
  t: { kind: 'settled', segment, by: 'timeout' },
  n: { kind: 'settled', segment, by: 'noise' },
}));

/** Interruptions: `v` half a second of voice without words · `w` the same with two words. */
export const interruptions: Letters<'v' | 'w', Interruption> = both((segment) => ({
  v: { segment, voicedMs: 512, words: 0 },
  w: { segment, voicedMs: 512, words: 2 },
}));

/**
 * Committed turns: `u` "hello there" · `U` the next turn, "how are you".
 *
 * @example
 * ```ts runnable
 * import { llmTurn } from 'antiphon/operators';
 * import { chunk, marbles, replies, turns } from 'antiphon/testing';
 *
 * marbles(({ hot, cold, expectObservable }) => {
 *   const respond = () => cold('---t|', { t: chunk('Hi.') });
 *   expectObservable(hot('-u', turns).pipe(llmTurn({ respond }))).toBe('-s--t(re)', replies);
 * });
 * ```
 */
export const turns: Letters<'u', UserTurn> = both((turn) => ({
  u: { turn, text: turn === 0 ? 'hello there' : 'how are you' },
}));

/**
 * A reply: `s` started · `t` text, "Hi." · `r` the end of its round, without calls · `c` with a call of `current_time`
 * · and its end: `e` complete · `i` interrupted · `p` superseded · `x` failed.
 */
export const replies: Letters<'s' | 't' | 'r' | 'c' | 'e' | 'i' | 'p' | 'x', TurnEvent> = both((turn) => {
  const call = { id: 'call-0', type: 'function' as const, function: { name: 'current_time', arguments: '{}' } };
  return {
    s: { kind: 'started', turn },
    t: { kind: 'text', turn, round: 0, delta: 'Hi.' },
    r: { kind: 'round', turn, round: 0, calls: [] },
    c: { kind: 'round', turn, round: 0, calls: [call] },
    ...ends((reason) => ({ kind: 'ended', turn, reason })),
  };
});

/**
 * Verdicts of a turn model on a pause: `o` the turn is over · `g` it continues.
 *
 * @example
 * ```ts runnable
 * import { turnEnd } from 'antiphon/operators';
 * import { activity, marbles, transcripts, turns, verdicts } from 'antiphon/testing';
 *
 * marbles(({ hot, expectObservable }) => {
 *   const [transcript, verdict] = [hot('-f', transcripts), hot('------o', verdicts)];
 *   const model = { kind: 'pause', name: 'scripted', score: () => verdict } as const;
 *   expectObservable(hot('s-m', activity).pipe(turnEnd({ transcript, model, minDelayMs: 3 }))).toBe('------u', turns);
 * });
 * ```
 */
export const verdicts: Readonly<Record<'o' | 'g', TurnVerdict>> = { o: { over: 0.9 }, g: { over: 0.1 } };

/**
 * The text of a reply: `a` `b` `c` as a model streams it, `x` `y` `z` its sentences, as sent to TTS.
 *
 * @example
 * ```ts runnable
 * import { sentences } from 'antiphon/operators';
 * import { marbles, texts } from 'antiphon/testing';
 *
 * marbles(({ hot, expectObservable }) => {
 *   const pieces = hot('a---b----c--|', texts).pipe(sentences({ language: 'en' }));
 *   expectObservable(pieces).toBe('x--------y--(z|)', texts);
 * });
 * ```
 */
export const texts: Readonly<Record<'a' | 'b' | 'c' | 'x' | 'y' | 'z', string>> = {
  a: 'Hi! It',
  b: ' costs 3.',
  c: '50. Good',
  x: 'Hi! ',
  y: 'It costs 3.50. ',
  z: 'Good',
};

/**
 * The speech of a reply, as utterance `u0.0`: `s` started · `t` text, "Hi." · `a` 20 ms of audio · `w` its word, 180 ms
 * long · `m` all audio of the text has arrived · and its end: `e` complete · `i` interrupted · `p` superseded · `x`
 * failed.
 *
 * @example
 * ```ts runnable
 * import { pace } from 'antiphon/operators';
 * import { commands, marbles, speech } from 'antiphon/testing';
 *
 * marbles(({ hot, expectObservable }) => {
 *   const voice = hot('-s-a--e----------|', speech).pipe(pace({ frameMs: 5, leadMs: 5 }));
 *   expectObservable(voice).toBe('---(sff)f----(fe)|', commands);
 * });
 * ```
 */
export const speech: Letters<'s' | 't' | 'a' | 'w' | 'm' | 'e' | 'i' | 'p' | 'x', SpeechEvent> = both((turn) => {
  const utterance = `u${turn}.0`;
  return {
    s: { kind: 'started', turn, utterance },
    t: { kind: 'text', utterance, text: 'Hi.' },
    a: { kind: 'audio', utterance, frame: silence(20) },
    w: { kind: 'words', utterance, words: [{ from: 0, to: 3, startMs: 0, endMs: 180 }] },
    m: { kind: 'mark', utterance, chars: 3 },
    ...ends((reason) => ({ kind: 'ended', utterance, reason })),
  };
});

/** Commands to the client: `s` start · `f` a frame of 5 ms · `e` end, after the 20 ms of `speech.a` · `c` clear. */
export const commands: Letters<'s' | 'f' | 'e' | 'c', PlayoutCommand> = both((turn) => {
  const utterance = `u${turn}.0`;
  return {
    s: { kind: 'start', utterance, sampleRate: 16_000 },
    f: { kind: 'audio', utterance, frame: silence(5) },
    e: { kind: 'end', utterance, samples: 320 },
    c: { kind: 'clear', utterance },
  };
});

function ends<T>(end: (reason: EndReason) => T): Record<'e' | 'i' | 'p' | 'x', T> {
  return { e: end('complete'), i: end('interrupted'), p: end('superseded'), x: end('failed') };
}

function both<Letter extends string, T>(of: (n: number) => Record<Letter, T>): Letters<Letter, T> {
  const upper = Object.entries<T>(of(1)).map(([letter, value]) => [letter.toUpperCase(), value]);
  return { ...of(0), ...Object.fromEntries(upper) } as Letters<Letter, T>;
}
