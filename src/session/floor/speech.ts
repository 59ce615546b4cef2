import type { PlayoutEvent } from '../../core/playout.ts';
import type { SpeechEvent } from '../../core/turn.ts';
import type { Draft } from './draft.ts';
import { decide, setReply, setSpeech, emitFact } from './draft.ts';
import type { Reply, Speech } from './types.ts';

/** What the voice brings. */
export function applySpeech(draft: Draft, event: SpeechEvent): void {
  const { reply } = draft.floor;
  if (event.kind === 'started') return beginSpeech(draft, event);
  if (!reply?.speech || event.utterance !== reply.speech.utterance || reply.speech.cut !== null) return;
  if (event.kind === 'audio' && !reply.speech.hasAudio) setSpeech(draft, { hasAudio: true });
  if (event.kind === 'ended') endSynthesis(draft, reply.speech, event.reason === 'failed');
}

/** The reply may have ended before it was known that its voice has begun: then nothing of it is heard. */
function beginSpeech(draft: Draft, { turn, utterance }: Extract<SpeechEvent, { kind: 'started' }>): void {
  const { reply, now } = draft.floor;
  if (turn === reply?.turn) setReply(draft, { speech: createSpeech(utterance, now) });
  else decide(draft, { kind: 'cut', turn, utterance });
}

/** What the client plays. */
export function applyPlayout(draft: Draft, event: PlayoutEvent): void {
  const { reply, now } = draft.floor;
  if (reply?.speech?.utterance !== event.utterance) return;
  if (event.kind === 'stopped') return endPlayout(draft, event);
  setReply(draft, { lastSoundAt: now, slowReports: 0 });
  if (event.kind === 'sent') setSpeech(draft, { audible: true, lastSentAt: now });
  if (event.kind === 'started' && !reply.speech.started) {
    setSpeech(draft, { started: true });
    emitFact(draft, { kind: 'agent_started' });
  }
}

function endSynthesis(draft: Draft, speech: Speech, failed: boolean): void {
  const { reply } = draft.floor;
  if (reply === null) return;
  setSpeech(draft, { done: true });
  if (!speech.hasAudio) setReply(draft, { speech: null });
  if (!failed) return;
  const failure = { turn: reply.turn, reason: 'failed' } as const;
  decide(draft, { kind: 'end_reply', ...failure }, { kind: 'cut_calls', ...failure });
  setReply(draft, { generating: false, aborted: true });
}

/** The last sample was played or cleared. */
function endPlayout(draft: Draft, event: Stopped): void {
  const { reply } = draft.floor;
  if (!reply?.speech) return;
  const complete = isComplete(draft, reply, event);
  if (reply.speech.started || event.samples > 0) emitStopped(draft, reply.turn, reply.speech, event, complete);
  setReply(draft, { speech: null, heardChars: reply.heardChars + event.heard.length });
  if (complete) setReply(draft, { suspended: false });
}

type Stopped = Extract<PlayoutEvent, { kind: 'stopped' }>;

/** All was heard, and nothing is to come: then a cut cut nothing. */
function isComplete({ floor: { rounds } }: Draft, { turn, aborted, generating }: Reply, { whole }: Stopped): boolean {
  return whole && !aborted && !generating && !rounds.some((round) => round.turn === turn);
}

/** The events of a stop, in the order of the law (sections 6 and 9). */
function emitStopped(
  draft: Draft,
  turn: number,
  { cut, started }: Speech,
  { heard }: Stopped,
  complete: boolean,
): void {
  const content = heard.trim();
  if (!started) emitFact(draft, { kind: 'agent_started' });
  if (cut === 'interruption' && !complete) emitFact(draft, { kind: 'agent_interrupted', content });
  emitFact(draft, { kind: 'agent_stopped' });
  if (content !== '') emitFact(draft, { kind: 'agent_message', turn, content });
}

function createSpeech(utterance: string, now: number): Speech {
  return { utterance, hasAudio: false, done: false, audible: false, started: false, lastSentAt: now, cut: null };
}
