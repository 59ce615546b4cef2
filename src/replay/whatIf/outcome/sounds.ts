import { joinText } from '../../../core/text.ts';
import { allOut } from '../../lines.ts';
import type { PlayedConversation } from '../played/runConversation.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import type { OutLine, Outgoing } from '../../../record/format.ts';
import type { TimedValue } from '../../lines.ts';

/** A stretch of sound, in ms of the session. */
export interface Sound {
  readonly fromMs: number;
  readonly toMs: number;
  readonly text: string;
}

/** A sound of the agent. */
export interface AgentSound extends Sound {
  readonly turn: number;
  /** The client had all of it; null: it was still playing. */
  readonly whole: boolean | null;
}

/** What was heard of the agent. The client's own output latency comes on top of when it says it plays. */
export function agentSounds(
  { client: { outputLatencyMs } }: RecordedSession,
  { utterances, output: told }: Pick<PlayedConversation, 'utterances' | 'output'>,
): readonly AgentSound[] {
  const turnOf = turnOfUtterance(told);
  const stopped = allOut(told, 'playout').flatMap(({ v }) => (v.kind === 'stopped' ? [v] : []));
  return utterances.flatMap(({ utterance, startedAtMs, stoppedAtMs }) => {
    if (startedAtMs === undefined) return [];
    const { heard: text = '', whole = null } = stopped.find((stop) => stop.utterance === utterance) ?? {};
    const [fromMs, toMs] = [startedAtMs + outputLatencyMs, (stoppedAtMs ?? startedAtMs) + outputLatencyMs];
    return [{ turn: turnOf.get(utterance) ?? -1, text: text.trim(), whole, fromMs, toMs }];
  });
}

/** The user's segments, with the words that were found in them. */
export function userSounds({ output: told }: Pick<PlayedConversation, 'output'>): readonly Sound[] {
  const finals = allOut(told, 'transcript').filter(({ v }) => v.kind === 'final');
  const activity = allOut(told, 'activity');
  const ends = endsOf(activity);
  return activity.flatMap(({ t, v }) => {
    if (v.kind !== 'started') return [];
    const end = ends.find((one) => one.v.segment === v.segment);
    const text = joinText(...finals.flatMap((one) => (one.v.segment === v.segment ? one.v.text : [])));
    return [{ fromMs: t - v.voicedMs, toMs: end === undefined ? t : lastVoicedAt(end), text }];
  });
}

/** Whose answer each utterance is: its turn. */
export function turnOfUtterance(told: readonly OutLine[]): ReadonlyMap<string, number> {
  return new Map(
    allOut(told, 'speech').flatMap(({ v }) => (v.kind === 'started' ? [[v.utterance, v.turn] as const] : [])),
  );
}

type Ended = Extract<Outgoing['activity'], { readonly kind: 'ended' }>;

/** When the last voiced sample of a segment was heard, in ms of the session: its end is told some silence later. */
export function lastVoicedAt({ t, v }: TimedValue<Ended>): number {
  return t - (v.atMs - v.lastVoicedMs);
}

/** The ends of the segments, in their order. */
export function endsOf(activity: readonly TimedValue<Outgoing['activity']>[]): readonly TimedValue<Ended>[] {
  return activity.flatMap(({ t, v }) => (v.kind === 'ended' ? [{ t, v }] : []));
}
