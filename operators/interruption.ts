import { concatMap, from, map, merge, scan } from 'rxjs';
import type { Observable, OperatorFunction } from 'rxjs';
import type { Interruption, Transcript, VadEvent } from '../src/core/speech.ts';
import { countWords, joinText } from '../src/core/text.ts';

export interface InterruptionOptions {
  /** The user's words, while they speak. */
  readonly transcript: Observable<Transcript>;
  /** Whether the agent can be heard: from the first sample sent to the last one played or cleared. */
  readonly agentAudible: Observable<boolean>;
  /** Whether the user may interrupt at all. @default true */
  readonly allow?: boolean | undefined;
  /** Voiced time that a segment needs, in ms of audio; silence does not count. @default 500 */
  readonly minSpeechMs?: number | undefined;
  /** Words needed, of all segments spoken over this speech; 0: none. @default 0 */
  readonly minWords?: number | undefined;
}

/**
 * Emits when the user, speaking over the agent, has voiced enough and said enough words; once per segment, and again
 * with every further word of it, so that whoever declined the first time may decide anew. Time is audio time: it needs no
 * scheduler, and short noises never add up. Ends when activity, transcript and audibility have ended.
 *
 * ```
 * agentAudible  t-------------
 * activity      --s--a--b--c-e    a 320, b 480, c 512 ms of voice
 * interruption  -----------x--
 * ```
 */
export function interruption(options: InterruptionOptions): OperatorFunction<VadEvent, Interruption> {
  const { agentAudible, transcript, allow = true, minSpeechMs = 500, minWords = 0 } = options;
  return (activity) =>
    merge(
      agentAudible.pipe(map((audible): Input => ({ kind: 'audible', audible }))),
      activity.pipe(map((event): Input => ({ kind: 'activity', event }))),
      transcript.pipe(map((heard): Input => ({ kind: 'words', heard }))),
    ).pipe(
      scan((over: OverAgent, input) => listen(over, input, { minSpeechMs, minWords, allow }), nothingOver),
      concatMap(({ barges }) => from(barges)),
    );
}

type Input =
  | { readonly kind: 'audible'; readonly audible: boolean }
  | { readonly kind: 'activity'; readonly event: VadEvent }
  | { readonly kind: 'words'; readonly heard: Transcript };

interface Thresholds {
  readonly allow: boolean;
  readonly minSpeechMs: number;
  readonly minWords: number;
}

interface Over {
  readonly voicedMs: number;
  readonly finals: string;
  readonly interim: string;
  readonly asked: boolean;
}

/** What is being said over one speech of the agent. */
interface OverAgent {
  readonly audible: boolean;
  readonly segments: ReadonlyMap<number, Over>;
  readonly barges: readonly Interruption[];
}

const nothingOver: OverAgent = { audible: false, segments: new Map(), barges: [] };
const silent: Over = { voicedMs: 0, finals: '', interim: '', asked: false };

function listen(over: OverAgent, input: Input, thresholds: Thresholds): OverAgent {
  if (input.kind === 'audible') {
    return input.audible === over.audible ? { ...over, barges: [] } : { ...nothingOver, audible: input.audible };
  }
  if (!over.audible || !thresholds.allow) return { ...over, barges: [] };
  const { segment } = input.kind === 'activity' ? input.event : input.heard;
  const before = over.segments.get(segment) ?? silent;
  const after = input.kind === 'activity' ? voice(before, input.event) : words(before, input.heard);
  if (after === before) return { ...over, barges: [] };
  const heard = { ...over, segments: new Map(over.segments).set(segment, after) };
  return ask(heard, segment, input.kind === 'words', thresholds);
}

function ask(over: OverAgent, segment: number, byWords: boolean, { minSpeechMs, minWords }: Thresholds): OverAgent {
  const { voicedMs = 0, asked = false } = over.segments.get(segment) ?? silent;
  const count = countWords(
    joinText(...[...over.segments.values()].flatMap(({ finals, interim }) => [finals, interim])),
  );
  if (voicedMs < minSpeechMs || count < minWords || (asked && !byWords)) return { ...over, barges: [] };
  const segments = new Map(over.segments).set(segment, { ...(over.segments.get(segment) ?? silent), asked: true });
  return { ...over, segments, barges: [{ segment, voicedMs, words: count }] };
}

function voice(over: Over, event: VadEvent): Over {
  if (event.kind === 'truncated' || event.voicedMs <= over.voicedMs) return over;
  return { ...over, voicedMs: event.voicedMs };
}

function words(over: Over, { kind, text }: Transcript): Over {
  if (text.trim() === '' || (kind === 'interim' && text === over.interim)) return over;
  return kind === 'interim'
    ? { ...over, interim: text }
    : { ...over, finals: joinText(over.finals, text), interim: '' };
}
