import { groupBy } from '../../core/groupBy.ts';
import type { Metric } from '../../core/metric.ts';
import type { Mark, Span } from '../../draw/model.ts';
import { afterWords } from '../../draw/timelineEvent.ts';
import { ofKind, soundedAt, turnsByUtterance } from '../lines.ts';
import { eventsOf } from './events.ts';
import { outgoing, type Trace } from './lines.ts';
import { voicedOf } from './user.ts';

/**
 * Returns the waits that the session measured: from the end of the user's voice, or from typed text, to the first sound
 * of the answer.
 */
export function waitsOf(trace: Trace): readonly Span[] {
  if (outgoing(trace, 'metrics').length === 0) return estimateWaits(trace);
  return measuredWaits(trace).map(({ fromMs, toMs }) => ({ fromMs, toMs }));
}

/** A wait for an answer that was heard. */
export interface MeasuredWait extends Pick<Metric, 'turn' | 'parts'> {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns the waits that the session measured, with their parts. */
export function measuredWaits(trace: Trace): readonly MeasuredWait[] {
  const turns = turnsByUtterance(outgoing(trace, 'speech'));
  const sounds = groupBy(ofKind(outgoing(trace, 'playout'), 'started'), ({ v }) => turns.get(v.utterance));
  return outgoing(trace, 'metrics').flatMap(({ v: { turn, heard, totalMs, parts } }) => {
    const [sound] = sounds.get(turn) ?? [];
    if (!heard || sound === undefined) return [];
    const toMs = soundedAt(sound);
    return [{ turn, fromMs: toMs - totalMs, toMs, parts }];
  });
}

/** Estimates the waits of a session without metrics. */
function estimateWaits(trace: Trace): readonly Span[] {
  const sounds = ofKind(outgoing(trace, 'playout'), 'started').map(soundedAt);
  const commits = outgoing(trace, 'userTurn').map(({ t }) => t);
  const voices = voicedOf(trace).flatMap(({ toMs }) => toMs ?? []);
  return commits.flatMap((committedMs, index) => {
    const before = commits[index - 1] ?? -Infinity;
    const voicedMs = voices.findLast((ms) => ms > before && ms <= committedMs);
    const soundMs = sounds.find((ms) => ms >= committedMs && ms < (commits[index + 1] ?? Infinity));
    return soundMs === undefined ? [] : [{ fromMs: voicedMs ?? committedMs, toMs: soundMs }];
  });
}

/** Returns the times at which audio was cut. The event with the heard text follows shortly after. */
export function interruptionsOf(trace: Trace): readonly Mark[] {
  const cuts = ofKind(outgoing(trace, 'command'), 'clear').map(({ t }) => t);
  const events = eventsOf(trace).filter(({ name }) => name === 'on_agent_interrupted');
  return events.map(({ atMs, detail }, index) => {
    const before = events[index - 1]?.atMs ?? -Infinity;
    return { atMs: cuts.findLast((ms) => ms <= atMs && ms > before) ?? atMs, text: afterWords(detail) };
  });
}
