import type { PlayoutEvent } from '../../core/playout.ts';
import { needsSound } from '../../core/speakable.ts';
import { textSent } from '../../core/spokenText.ts';
import type { SpeechEvent } from '../../core/turn.ts';
import { endsInQuestion } from '../../core/questions.ts';
import { decide, emitFact, setFloor, setReply, setSound, type OpenStep } from './openStep.ts';
import { emitMessage } from './reserved.ts';
import type { AudibleSound, CuttingSound, Reply, Sound, SynthesisingSound } from './replyState.ts';

type Utterance = SynthesisingSound | AudibleSound | CuttingSound;

/** Applies an event of TTS. */
export function applySpeech(step: OpenStep, event: SpeechEvent): void {
  if (event.kind === 'started') return beginSpeech(step, event);
  const { reply } = step.floor;
  const sound = selectUtterance(reply, event.utterance);
  if (reply === null || sound === null || sound.phase === 'cutting') return;
  if (event.kind === 'audio' && sound.synthesis === 'silent')
    setReply(step, { hasSpeech: true, sound: withSynthesis(sound, 'streaming') });
  if (event.kind === 'text' && !reply.hasSpeech) setReply(step, { hasSpeech: needsSound(textSent(event)) });
  if (event.kind === 'ended') endSynthesis(step, reply, sound, event.reason === 'failed');
}

/** Applies an event of playout. */
export function applyPlayout(step: OpenStep, event: PlayoutEvent): void {
  const { reply, now } = step.floor;
  const sound = selectUtterance(reply, event.utterance);
  if (reply === null || sound === null) return;
  if (event.kind === 'stopped') return endPlayout(step, reply, sound, event);
  const after = event.kind === 'played' ? sound : afterPlayout(sound, event.kind, now);
  setReply(step, { sound: after, lastSoundAt: now, slowReports: 0 });
  if (event.kind === 'started' && !sound.started) emitFact(step, { kind: 'agent_started' });
}

/** Returns the sound of the reply if it is this utterance. */
function selectUtterance(reply: Reply | null, utterance: string): Utterance | null {
  const sound = reply?.sound;
  return sound !== undefined && 'utterance' in sound && sound.utterance === utterance ? sound : null;
}

/** Begins the sound of the reply. Cuts the utterance of a reply that has ended meanwhile. */
function beginSpeech(step: OpenStep, { turn, utterance }: Extract<SpeechEvent, { kind: 'started' }>): void {
  if (turn !== step.floor.reply?.turn) return decide(step, { kind: 'cut', turn, utterance });
  setSound(step, { phase: 'synthesising', utterance, synthesis: 'silent', started: false });
}

function endSynthesis(
  step: OpenStep,
  { turn, hasSpeech }: Reply,
  sound: SynthesisingSound | AudibleSound,
  failed: boolean,
): void {
  const isSilent = sound.synthesis === 'silent';
  setSound(step, isSilent ? { phase: 'none' } : withSynthesis(sound, 'complete'));
  if (failed || (isSilent && hasSpeech)) setReply(step, { hasFailed: true });
  if (!failed) return;
  const failure = { turn, reason: 'failed' } as const;
  decide(step, { kind: 'end_reply', ...failure });
  decide(step, { kind: 'cut_calls', ...failure });
  setReply(step, { generation: 'aborted' });
}

function withSynthesis(sound: SynthesisingSound | AudibleSound, synthesis: 'streaming' | 'complete'): Utterance {
  const { phase, utterance, started } = sound;
  if (phase === 'synthesising') return { phase, utterance, synthesis, started };
  return { phase, utterance, synthesis, started, lastSentAt: sound.lastSentAt };
}

/** Returns the sound after samples were sent, or have begun to play (`started`). Only sent samples are audible. */
function afterPlayout(sound: Utterance, event: 'sent' | 'started', now: number): Utterance {
  const { phase, utterance } = sound;
  const started = sound.started || event === 'started';
  if (phase === 'synthesising') {
    if (event === 'started') return { phase, utterance, synthesis: sound.synthesis, started };
    const synthesis = sound.synthesis === 'complete' ? 'complete' : 'streaming';
    return { phase: 'audible', utterance, synthesis, started, lastSentAt: now };
  }
  const lastSentAt = event === 'sent' ? now : sound.lastSentAt;
  if (phase === 'cutting') return { phase, utterance, started, lastSentAt, purpose: sound.purpose };
  return { phase, utterance, synthesis: sound.synthesis, started, lastSentAt };
}

type Stopped = Extract<PlayoutEvent, { kind: 'stopped' }>;

/** Ends the sound after its last sample was played or cleared. */
function endPlayout(step: OpenStep, reply: Reply, sound: Utterance, event: Stopped): void {
  const complete = isComplete(step, reply, event);
  const hasSounded = sound.started || event.samples > 0;
  if (hasSounded) emitStopped(step, reply.turn, sound, event, complete);
  setReply(step, {
    sound: soundAfter(sound, complete),
    heardChars: reply.heardChars + event.heard.length,
    lastSoundAt: hasSounded ? step.floor.now : reply.lastSoundAt,
  });
  if (event.heard.trim() !== '') setQuestion(step, event);
}

function setQuestion(step: OpenStep, { heard, sinceQuestionMs }: Stopped): void {
  const questionAt = sinceQuestionMs === undefined ? null : step.floor.now - sinceQuestionMs;
  setFloor(step, { asked: endsInQuestion(heard) });
  setReply(step, { questionAt });
}

function soundAfter(sound: Utterance, complete: boolean): Sound {
  return { phase: sound.phase === 'cutting' && sound.purpose === 'suspend' && !complete ? 'suspended' : 'none' };
}

/** Returns whether everything was heard and nothing is to come, so that the cut had no effect. */
function isComplete({ floor: { rounds } }: OpenStep, { turn, generation }: Reply, { whole }: Stopped): boolean {
  return whole && generation === 'complete' && !rounds.some((round) => round.turn === turn);
}

/** Emits the facts of a stop, in order (docs/turn-taking.md, "History and events"). */
function emitStopped(step: OpenStep, turn: number, sound: Utterance, event: Stopped, complete: boolean): void {
  const { heardBy: heard } = event;
  const content = event.heard.trim();
  const interrupted = sound.phase === 'cutting' && sound.purpose !== 'end_session' && !complete;
  if (!sound.started) emitFact(step, { kind: 'agent_started' });
  if (interrupted) emitFact(step, { kind: 'agent_interrupted', content, heard });
  emitFact(step, { kind: 'agent_stopped' });
  if (content !== '') emitMessage(step, { kind: 'agent_message', turn, content, heard });
}
