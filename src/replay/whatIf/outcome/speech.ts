import { joinText } from '../../../core/text.ts';
import { allOut, lastVoicedAt, ofKind, turnsByUtterance } from '../../lines.ts';
import { findHandedOver, type PlayedConversation } from '../played/playedConversation.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';

/** Speech and its span of session time, in ms. */
export interface SpeechSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly text: string;
}

/** An utterance of the agent, as far as it was heard. */
export interface AgentSpeech extends SpeechSpan {
  readonly turn: number;
  /** True if it was played to the end. Null if it was still playing. */
  readonly whole: boolean | null;
}

/** Finds the agent's speech as it was heard. Adds the client's output latency to the times it reported. */
export function findAgentSpeech(
  { client: { outputLatencyMs } }: RecordedSession,
  { utterances, output, calls }: Pick<PlayedConversation, 'utterances' | 'output' | 'calls'>,
): readonly AgentSpeech[] {
  const replies = turnsByUtterance(allOut(output, 'speech'));
  const handedOver = findHandedOver({ calls });
  const stopped = ofKind(allOut(output, 'playout'), 'stopped').map(({ v }) => v);
  return utterances.flatMap(({ utterance, startedAtMs, stoppedAtMs }) => {
    if (startedAtMs === undefined) return [];
    const { heard: text = '', whole = null } = stopped.find((stop) => stop.utterance === utterance) ?? {};
    const [fromMs, toMs] = [startedAtMs + outputLatencyMs, (stoppedAtMs ?? startedAtMs) + outputLatencyMs];
    const reply = replies.get(utterance) ?? -1;
    return [{ turn: handedOver.get(reply) ?? reply, text: text.trim(), whole, fromMs, toMs }];
  });
}

/** Finds the user's segments with their final transcripts. */
export function findUserSpeech({ output }: Pick<PlayedConversation, 'output'>): readonly SpeechSpan[] {
  const finals = allOut(output, 'transcript').filter(({ v }) => v.kind === 'final');
  const activity = allOut(output, 'activity');
  const ends = ofKind(activity, 'ended');
  return ofKind(activity, 'started').map(({ t, v: { segment, voicedMs } }) => {
    const end = ends.find((one) => one.v.segment === segment);
    const text = joinText(...finals.flatMap(({ v }) => (v.segment === segment ? v.text : [])));
    return { fromMs: t - voicedMs, toMs: end === undefined ? t : lastVoicedAt(end), text };
  });
}
