import type { ChatMessage } from '../../../src/core/message.ts';
import { entriesOf, type Entry, type EntryOf, type Recording } from '../recording.ts';
import { handedTo } from './handoffs.ts';

/**
 * What a reply answers: words of the `user`, a `request` of the application with instructions alone, the `results` of calls in the
 * background, or what another agent has handed over. `text`: a text of the application, which needs no model.
 */
export type ReplyKind = 'user' | 'request' | 'results' | 'handoff' | 'text';

export interface AskedReply {
  readonly turn: number;
  readonly atMs: number;
  readonly kind: ReplyKind;
  /** The messages of its requests to the model, in order. That of an answer which was asked for ahead is missing. */
  readonly requests: readonly (readonly ChatMessage[])[];
}

/** All replies, in order. */
export function askedReplies({ entries }: Recording): readonly AskedReply[] {
  const replies: AskedReply[] = [];
  const committed = new Set<number>();
  let isHanded = false;
  for (const entry of entries) {
    if (handedTo(entry).length > 0) isHanded = true;
    if (entry.of === 'userTurn') committed.add(entry.value.turn);
    if (entry.of === 'reply' && entry.value.kind === 'started') replies.push(createReply(entry, committed));
    const last = replies.at(-1);
    if (entry.of !== 'handler' || last === undefined) continue;
    const requests = [...last.requests, entry.value];
    replies.splice(-1, 1, { ...last, kind: kindOf(last, entry.value, isHanded), requests });
    isHanded = false;
  }
  return replies;
}

function createReply({ atMs, value: { turn } }: EntryOf<'reply'>, committed: ReadonlySet<number>): AskedReply {
  return { turn, atMs, kind: committed.has(turn) ? 'user' : 'text', requests: [] };
}

function kindOf(reply: AskedReply, messages: readonly ChatMessage[], isHanded: boolean): ReplyKind {
  if (reply.kind !== 'text') return reply.kind;
  if (isInstructed(messages)) return 'request';
  return isHanded ? 'handoff' : 'results';
}

/** Returns whether the application has asked for a reply with these instructions. */
export function isInstructed(messages: readonly ChatMessage[]): boolean {
  return actOf(messages) !== null;
}

/** Returns the number of the act that has asked for a reply with instructions, in all its rounds; null: none has. */
function actOf(messages: readonly ChatMessage[]): number | null {
  const last = messages.at(-1);
  const number = last?.role === 'system' ? /^I(\d+)$/u.exec(last.content)?.[1] : undefined;
  return number === undefined ? null : Number(number);
}

/** Returns the number of the act that has asked for each reply: with its instructions, or with words for the user. */
export function actsOfReplies(recording: Recording): ReadonlyMap<number, number> {
  const replied = new Set(entriesOf(recording, 'reply').map(({ value }) => value.turn));
  // One reply answers requested words and those that the user says in that instant, unless it has begun before them.
  const byWords = entriesOf(recording, 'userTurn').flatMap(({ atMs, value: { text, turn } }, n, turns) => {
    const number = /^q(\d+)w/u.exec(text)?.[1];
    if (number === undefined) return [];
    const answered = replied.has(turn) ? [turns[n]] : turns.slice(n).filter((one) => one.atMs === atMs);
    return answered.flatMap((one) => (one ? [[one.value.turn, Number(number)] as const] : []));
  });
  const byInstructions = askedReplies(recording).flatMap(({ turn, requests }) => {
    const number = actOf(requests[0] ?? []);
    return number === null ? [] : [[turn, number] as const];
  });
  return new Map([...byWords, ...byInstructions]);
}

/** Returns whether the user may interrupt this reply, if that is allowed or not for the others. */
export function mayInterrupt(recording: Recording): (turn: number) => boolean {
  const { scenario, config } = recording;
  const acts = actsOfReplies(recording);
  return (turn) => {
    const act = scenario.acts[acts.get(turn) ?? -1];
    const own = act?.kind === 'respond' ? act.request.allow_interruptions : undefined;
    return own ?? config.allow_interruptions ?? true;
  };
}

/** Returns whether an entry has the first results of a round, and no news of the background. */
export function areFirst(entry: Entry): boolean {
  return entry.of === 'functionResults' && entry.value.background === undefined;
}
