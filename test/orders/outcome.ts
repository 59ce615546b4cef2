import { entriesOf, type Recording } from '../properties/recording.ts';
import type { InstantEvent } from './instantEvents.ts';
import { ANSWER, USER_WORDS, type Variant } from './playOrder.ts';

/** What became of a conversation, as the user and the model know it. */
export interface Outcome {
  /** What the model is told of the call. */
  readonly call: string;
  /** The user’s words got an answer of their own, wait for the next turn, or never came to be known. */
  readonly turn: 'answered' | 'waits' | 'none';
  /** What the model said last was heard. */
  readonly heard: boolean;
}

export function outcomeOf(recording: Recording): Outcome {
  const messages = (entriesOf(recording, 'history').at(-1)?.value ?? []).map(({ message }) => message);
  const turn = entriesOf(recording, 'userTurn').find(({ value }) => value.text.includes(USER_WORDS))?.value.turn;
  const isAnswered = entriesOf(recording, 'reply').some(({ value }) => value.kind === 'started' && value.turn === turn);
  return {
    call: messages.find(({ role }) => role === 'tool')?.content ?? 'no result',
    turn: turn === undefined ? 'none' : isAnswered ? 'answered' : 'waits',
    heard: messages.some(({ role, content }) => role === 'assistant' && content.endsWith(ANSWER)),
  };
}

/**
 * What the law wants of an order of all six. Where the first token stands is of no account, nor does it matter to the
 * conversation at what moment a client drops that comes back.
 */
export function expectedOutcome(variant: Variant, order: readonly InstantEvent[]): Outcome {
  const at: At = (event) => order.indexOf(event);
  return { call: callOf(variant, at), turn: turnOf(variant, at), heard: isHeard(variant, at) };
}

/** The place of a event in the order. */
type At = (event: InstantEvent) => number;
const NEVER = Number.POSITIVE_INFINITY;

/** The first to come decides: the function, what aborts it, or the end of the session. */
function callOf(variant: Variant, at: At): string {
  const returned = at('result');
  const aborted = abortedAt(variant, at);
  const closed = variant.drop === 'is gone' ? at('drop') : NEVER;
  if (closed < Math.min(returned, aborted)) return 'session ended';
  return aborted < returned ? 'interrupted: may have been carried out' : 'found';
}

/** Words end a reply before it is heard; once it is heard only an interruption does. One by voice alone suspends it. */
function abortedAt({ situation, user, interruption }: Variant, at: At): number {
  const words = user === 'spoke' ? at('final') : NEVER;
  switch (situation.name) {
    case 'listening':
    case 'asking':
      return -1;
    case 'executing':
      return Math.min(words, at('interruption'));
    case 'speaking':
      if (interruption === 'asked for') return at('interruption');
      return isOverSegment(at) ? Math.max(words, at('interruption')) : NEVER;
  }
}

/** What is said under the thresholds and has ended is overheard; a session that is closed waits for words, and answers nothing. */
function turnOf(variant: Variant, at: At): Outcome['turn'] {
  const { situation, user, drop, interruption } = variant;
  if (user === 'coughed') return 'none';
  const isOverheard = situation.name === 'speaking' && !isOverSegment(at);
  const isInTime = drop === 'comes back' || (interruption === 'asked for' && isCommittedBefore(at('drop'), at));
  return !isOverheard && isInTime ? 'answered' : 'waits';
}

/** The answer is cut when it is asked for within the instant, and the interruption comes after that. */
function isHeard(variant: Variant, at: At): boolean {
  const { situation, user, drop, interruption } = variant;
  if (drop === 'is gone') return false;
  if (interruption === 'spoken') return true;
  if (user === 'coughed') return false;
  return situation.name === 'speaking' ? isOverSegment(at) : !isCommittedBefore(at('interruption'), at);
}

/** Who mutes the microphone is not heard any more: here the two go by their arrival. */
function isOverSegment(at: At): boolean {
  return at('interruption') < at('segment end');
}

/** A final that comes before the end of its segment is not known to be the last one until the recogniser has answered. */
function isCommittedBefore(place: number, at: At): boolean {
  return at('segment end') < at('final') && at('final') < place;
}
