import { joinText } from '../../../core/text.ts';
import { allOut, type TimedValue } from '../../lines.ts';
import type { PlayedConversation } from '../played/runConversation.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import type { OutLine, Outgoing } from '../../../record/format.ts';

/** Speech with its span of session time, in ms. */
export interface SpeechSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly text: string;
}

/** An utterance of the agent, as far as it was heard. */
export interface AgentSpeech extends SpeechSpan {
  readonly turn: number;
  /** Whether it was played to the end; null: it was still playing. */
  readonly whole: boolean | null;
}

/** The agent's speech as it was heard. The client's output latency is added to its reported times. */
export function findAgentSpeech(
  { client: { outputLatencyMs } }: RecordedSession,
  { utterances, output }: Pick<PlayedConversation, 'utterances' | 'output'>,
): readonly AgentSpeech[] {
  const turnOf = turnOfUtterance(output);
  const stopped = allOut(output, 'playout').flatMap(({ v }) => (v.kind === 'stopped' ? [v] : []));
  return utterances.flatMap(({ utterance, startedAtMs, stoppedAtMs }) => {
    if (startedAtMs === undefined) return [];
    const { heard: text = '', whole = null } = stopped.find((stop) => stop.utterance === utterance) ?? {};
    const [fromMs, toMs] = [startedAtMs + outputLatencyMs, (stoppedAtMs ?? startedAtMs) + outputLatencyMs];
    return [{ turn: turnOf.get(utterance) ?? -1, text: text.trim(), whole, fromMs, toMs }];
  });
}

/** The user's segments with their final transcripts. */
export function findUserSpeech({ output }: Pick<PlayedConversation, 'output'>): readonly SpeechSpan[] {
  const finals = allOut(output, 'transcript').filter(({ v }) => v.kind === 'final');
  const activity = allOut(output, 'activity');
  const ends = endsOf(activity);
  return activity.flatMap(({ t, v }) => {
    if (v.kind !== 'started') return [];
    const end = ends.find((one) => one.v.segment === v.segment);
    const text = joinText(...finals.flatMap((one) => (one.v.segment === v.segment ? one.v.text : [])));
    return [{ fromMs: t - v.voicedMs, toMs: end === undefined ? t : lastVoicedAt(end), text }];
  });
}

/** Maps each utterance to its turn. */
export function turnOfUtterance(output: readonly OutLine[]): ReadonlyMap<string, number> {
  return new Map(
    allOut(output, 'speech').flatMap(({ v }) => (v.kind === 'started' ? [[v.utterance, v.turn] as const] : [])),
  );
}

type Ended = Extract<Outgoing['activity'], { readonly kind: 'ended' }>;

/** Session time of the last voiced sample of a segment, in ms: the segment ends some silence later. */
export function lastVoicedAt({ t, v }: TimedValue<Ended>): number {
  return t - (v.atMs - v.lastVoicedMs);
}

/** The ends of the segments, in order. */
export function endsOf(activity: readonly TimedValue<Outgoing['activity']>[]): readonly TimedValue<Ended>[] {
  return activity.flatMap(({ t, v }) => (v.kind === 'ended' ? [{ t, v }] : []));
}
