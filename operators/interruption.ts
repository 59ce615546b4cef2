import { map, merge } from 'rxjs';
import type { Observable, OperatorFunction } from 'rxjs';
import { scanArrays } from '../src/stream/mapArrays.ts';
import type { Interruption, Transcript, VadEvent } from '../src/core/speech.ts';
import { countWords, joinText } from '../src/core/text.ts';

export interface InterruptionOptions {
  /** The user's words, while they speak. */
  readonly transcript: Observable<Transcript>;
  /** Whether the agent can be heard: from the first sample sent to the last one played or cleared. */
  readonly agentAudible: Observable<boolean>;
  /** Whether the user may interrupt at all. @default true */
  readonly allow?: boolean | undefined;
  /** Voiced time that a stretch of a segment needs, in ms of audio; the short pauses inside it do not count. @default 500 */
  readonly minSpeechMs?: number | undefined;
  /** A pause from which on voiced time is counted anew, in ms of audio: two short noises are no speech. @default 160 */
  readonly pauseMs?: number | undefined;
  /** Words needed, of all segments spoken over this speech; 0: none. @default 0 */
  readonly minWords?: number | undefined;
}

/**
 * Emits when the user, speaking over the agent, has voiced enough and said enough words; once per segment, and again
 * with every further word of it, so that whoever declined the first time may decide anew. Time is audio time: it needs no
 * scheduler, and short noises never add up. Ends when activity, transcript and audibility have ended.
 *
 * ```text
 * agentAudible  t-------------
 * activity      --s--a--b--c-e    a 320, b 480, c 512 ms of voice
 * interruption  -----------v--
 * ```
 */
export function interruption(options: InterruptionOptions): OperatorFunction<VadEvent, Interruption> {
  const { agentAudible, transcript, allow = true, minSpeechMs = 500, pauseMs = 160, minWords = 0 } = options;
  return (activity) =>
    merge(
      agentAudible.pipe(map((audible): Input => ({ kind: 'audible', audible }))),
      activity.pipe(map((event): Input => ({ kind: 'activity', event }))),
      transcript.pipe(map((heard): Input => ({ kind: 'words', heard }))),
    ).pipe(
      scanArrays(
        nothingOver,
        (over, input: Input) => listen(over, input, { minSpeechMs, pauseMs, minWords, allow }),
        ({ barges }) => barges,
      ),
    );
}

type Input =
  | { readonly kind: 'audible'; readonly audible: boolean }
  | { readonly kind: 'activity'; readonly event: VadEvent }
  | { readonly kind: 'words'; readonly heard: Transcript };

interface Thresholds {
  readonly allow: boolean;
  readonly minSpeechMs: number;
  readonly pauseMs: number;
  readonly minWords: number;
}

/** What one segment brings. */
interface Over {
  /** It has had voice while the agent was audible: what it says counts, also when it comes later. */
  readonly isOver: boolean;
  /** Voiced time of the whole segment, and how much of it lies before the stretch under way. */
  readonly voicedMs: number;
  readonly beforeMs: number;
  /** Voiced time of its longest stretch. */
  readonly stretchMs: number;
  readonly finals: string;
  readonly interim: string;
  readonly asked: boolean;
}

/** What is being said over one speech of the agent; while it is silent, the voice of the latest segment. */
interface OverAgent {
  readonly audible: boolean;
  readonly segments: ReadonlyMap<number, Over>;
  readonly barges: readonly Interruption[];
}

const nothingOver: OverAgent = { audible: false, segments: new Map(), barges: [] };
const silent: Over = { isOver: false, voicedMs: 0, beforeMs: 0, stretchMs: 0, finals: '', interim: '', asked: false };

function listen(over: OverAgent, input: Input, thresholds: Thresholds): OverAgent {
  switch (input.kind) {
    case 'audible':
      return input.audible === over.audible ? { ...over, barges: [] } : beginAnew(over, input.audible);
    case 'activity':
      return hearVoice(over, input.event, thresholds);
    case 'words':
      return over.audible ? hearWords(over, input.heard, thresholds) : { ...over, barges: [] };
  }
}

/** Words count from here; the voice of a segment that is under way goes on. */
function beginAnew({ segments }: OverAgent, audible: boolean): OverAgent {
  const latest = [...segments].slice(-1);
  return { audible, segments: new Map(latest.map(([segment, over]) => [segment, voiceOf(over)])), barges: [] };
}

function voiceOf({ voicedMs, beforeMs, stretchMs }: Over): Over {
  return { ...silent, voicedMs, beforeMs, stretchMs };
}

function hearVoice(over: OverAgent, event: VadEvent, thresholds: Thresholds): OverAgent {
  const { segment } = event;
  const before = over.segments.get(segment) ?? silent;
  const heardNow = voice(before, event, thresholds.pauseMs);
  const grew = heardNow.voicedMs > before.voicedMs;
  const after = { ...heardNow, isOver: before.isOver || (grew && over.audible) };
  const segments = over.audible ? new Map(over.segments).set(segment, after) : new Map([[segment, after]]);
  const heard = { ...over, segments, barges: [] };
  return over.audible && grew && !after.asked ? ask(heard, segment, after, thresholds) : heard;
}

function hearWords(over: OverAgent, heard: Transcript, thresholds: Thresholds): OverAgent {
  const { segment } = heard;
  const before = over.segments.get(segment) ?? silent;
  const after = words(before, heard);
  if (after === before) return { ...over, barges: [] };
  return ask({ ...over, segments: new Map(over.segments).set(segment, after) }, segment, after, thresholds);
}

/** Whether the segment that has just been voiced or brought words interrupts. */
function ask(over: OverAgent, segment: number, by: Over, { allow, minSpeechMs, minWords }: Thresholds): OverAgent {
  const spokenOver = [...over.segments.values()].filter(({ isOver }) => isOver);
  const said = spokenOver.flatMap(({ finals, interim }) => [finals, interim]);
  const count = countWords(joinText(...said));
  if (!allow || !by.isOver || by.stretchMs < minSpeechMs || count < minWords) return { ...over, barges: [] };
  const segments = new Map(over.segments).set(segment, { ...by, asked: true });
  return { ...over, segments, barges: [{ segment, voicedMs: by.stretchMs, words: count }] };
}

function voice(over: Over, event: VadEvent, pauseMs: number): Over {
  if (event.kind === 'truncated' || event.kind === 'ended') return over;
  const { voicedMs, atMs, lastVoicedMs } = event;
  if (voicedMs > over.voicedMs) {
    return { ...over, voicedMs, stretchMs: Math.max(over.stretchMs, voicedMs - over.beforeMs) };
  }
  return atMs - lastVoicedMs >= pauseMs ? { ...over, beforeMs: voicedMs } : over;
}

function words(over: Over, { kind, text }: Transcript): Over {
  if (text.trim() === '' || (kind === 'interim' && text === over.interim)) return over;
  return kind === 'interim'
    ? { ...over, interim: text }
    : { ...over, finals: joinText(over.finals, text), interim: '' };
}
