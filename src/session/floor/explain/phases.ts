import { quote } from '../../../core/sentence.ts';
import { isHeld } from '../hold.ts';
import { textOf } from '../pending.ts';
import type { Reply } from '../replyState.ts';
import type { Ending, Floor, QueuedReply } from '../state.ts';
import type { Claim, PendingSpeech } from '../user.ts';

/** The phases of the floor, in words, each one or a few: `speaking`, `awaits words`, `audible`, `listening until 4.2 s`. */
export interface FloorPhases {
  readonly user: string;
  readonly reply: string;
  /** What the agent will say next, in order. */
  readonly queue: readonly string[];
  /** Running and background functions, by name. */
  readonly functions: readonly string[];
  readonly ending: string;
}

/** Describes the state of the floor. Its times count from `startMs`, in scheduler time. */
export function describePhases(floor: Floor, startMs: number): FloorPhases {
  const { rounds, background, queue, ending } = floor;
  const calls = [...rounds.flatMap((round) => round.calls), ...background.map(({ call }) => call)];
  return {
    user: describeUser(floor),
    reply: describeReply(floor),
    queue: queue.map(describeQueued),
    functions: calls.map((call) => call.function.name),
    ending: describeEnding(ending, startMs),
  };
}

function describeUser({ user: { openSegment, pending } }: Floor): string {
  const waiting = pending.map(describeSpeech);
  if (openSegment?.speaking === true && !waiting.some((one) => one.startsWith('speaking'))) waiting.unshift('speaking');
  return waiting.length === 0 ? 'silent' : waiting.join(', ');
}

const PHASES = {
  speaking: 'speaking',
  awaiting_words: 'awaits words',
  noise: 'noise',
  ready: 'awaits the commit',
} as const;

const CLAIMS: { readonly [Name in Claim]: string } = {
  live: '',
  overlapping: ' over the agent',
  queued: ' over the agent, to be answered after it',
  backchannel: ' over the agent, as a backchannel',
  deferred: ' for the next turn',
  greeting: ' over the first message, as a greeting',
};

function describeSpeech(speech: PendingSpeech): string {
  const phase = speech.kind === 'typed' ? 'typed' : PHASES[speech.phase];
  const text = textOf(speech);
  return `${phase}${CLAIMS[speech.claim]}${text === '' ? '' : ` ${quote(text)}`}`;
}

function describeReply(floor: Floor): string {
  const { reply } = floor;
  if (reply === null) return 'none';
  const phase = describeSound(reply);
  return isHeld(floor) && phase !== 'audible' && phase !== 'cutting' ? `${phase}, held` : phase;
}

function describeSound({ sound: { phase }, generation, hasText }: Reply): string {
  if (phase !== 'none') return phase === 'requested' ? 'resuming' : phase;
  if (generation !== 'running') return generation;
  return hasText ? 'generating' : 'awaits the model';
}

function describeQueued(queued: QueuedReply): string {
  if (queued.kind === 'say') return `say ${quote(queued.text)}`;
  if (queued.kind === 'request') return 'a requested reply';
  return queued.turn.text === '' ? 'a reply' : `the answer to ${quote(queued.turn.text)}`;
}

function describeEnding(ending: Ending | null, startMs: number): string {
  if (ending === null) return 'none';
  if (ending.phase === 'requested') return `requested, after ${ending.after === 'now' ? 'nothing' : ending.after}`;
  if (ending.phase === 'listening') return `listening until ${Math.round((ending.until - startMs) / 10) / 100} s`;
  return ending.phase;
}
