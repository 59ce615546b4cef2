import { lastVoicedAt, ofKind, soundedAt, turnsByUtterance } from '../../../replay/lines.ts';
import { outgoing, typedOf, type Trace } from '../../../replay/timeline/lines.ts';
import { isCutOff } from '../../../replay/whatIf/outcome/turns.ts';
import { wordsOf } from '../../../replay/whatIf/recorded/words.ts';

/**
 * Counts the turns that were answered although the user had not finished, as a what-if does, but without its windows: a
 * segment's words are spread evenly over its voice.
 */
export function countCutOffs(trace: Trace): number {
  const segments = readSpokenSegments(trace);
  const words = segments.flatMap(({ words: own }) => own).toSorted((a, b) => a - b);
  const audible = readAudible(trace);
  const typed = typedOf(trace).map(({ t }) => t);
  return outgoing(trace, 'userTurn').filter(({ t, v }) => {
    const quietMs = segments.findLast(({ endedMs }) => endedMs <= t)?.quietMs ?? t;
    const isTyped = typed.some((ms) => ms > quietMs && ms <= t);
    if (v.request !== undefined || isTyped) return false;
    return isCutOff(
      { quietMs, audibleMs: audible.get(v.turn) ?? null },
      words.find((ms) => ms > quietMs),
    );
  }).length;
}

interface SpokenSegment {
  readonly endedMs: number;
  readonly quietMs: number;
  /** The times at which its words end, in ms. */
  readonly words: readonly number[];
}

function readSpokenSegments(trace: Trace): readonly SpokenSegment[] {
  const activity = outgoing(trace, 'activity');
  const starts = new Map(ofKind(activity, 'started').map((start) => [start.v.segment, start.t - start.v.voicedMs]));
  const texts = new Map<number, string>();
  for (const { v } of outgoing(trace, 'transcript'))
    if (v.kind === 'final') texts.set(v.segment, `${texts.get(v.segment) ?? ''} ${v.text}`.trim());
  return ofKind(activity, 'ended').flatMap((ended) => {
    const words = wordsOf(texts.get(ended.v.segment) ?? '');
    if (words.length === 0) return [];
    const quietMs = lastVoicedAt(ended);
    const fromMs = starts.get(ended.v.segment) ?? quietMs;
    return [{ endedMs: ended.t, quietMs, words: spread(words, fromMs, quietMs) }];
  });
}

function spread(words: readonly string[], fromMs: number, toMs: number): readonly number[] {
  const total = words.join('').length;
  let chars = 0;
  return words.map((word) => {
    chars += word.length;
    return fromMs + ((toMs - fromMs) * chars) / total;
  });
}

/** Maps each turn to the time at which its answer was first heard. */
function readAudible(trace: Trace): ReadonlyMap<number, number> {
  const turns = turnsByUtterance(outgoing(trace, 'speech'));
  const audible = new Map<number, number>();
  for (const sound of ofKind(outgoing(trace, 'playout'), 'started')) {
    const turn = turns.get(sound.v.utterance);
    if (turn !== undefined && !audible.has(turn)) audible.set(turn, soundedAt(sound));
  }
  return audible;
}
