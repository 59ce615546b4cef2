import type { Reply } from './replyState.ts';
import type { Floor } from './state.ts';
import type { SpokenSegment, User } from './user.ts';

// Copies with some fields changed. They write out all fields, and every value is created here, at first and at each
// change. A spread of a copy would get its own hidden class in V8, which makes every access ten times slower, and the
// floor changes with every frame. A copy belongs to its caller, who may set further fields.

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

export function createFloorState(floor: Floor, change?: Partial<Floor>): Mutable<Floor> {
  const { now, settings, user, reply, rounds, background, due, queue, asked, sayWentFirst } = floor;
  const { repliesToResults, reserved } = floor;
  const { remarks, unanswered, isRespondAsked, nextTurn, eagerText, drafted, committing, commitDueAt, ending } = floor;
  const copy = {
    now,
    settings,
    user,
    reply,
    rounds,
    background,
    due,
    repliesToResults,
    queue,
    asked,
    sayWentFirst,
    remarks,
    unanswered,
    reserved,
    isRespondAsked,
    nextTurn,
    eagerText,
    drafted,
    committing,
    commitDueAt,
    ending,
  };
  return change === undefined ? copy : Object.assign(copy, change);
}

export function createUser(user: User, change?: Partial<User>): User {
  const { openSegment, pending, closed, lastClosed, closedWaits } = user;
  return Object.assign({ openSegment, pending, closed, lastClosed, closedWaits }, change);
}

export function createReply(reply: Reply, change?: Partial<Reply>): Mutable<Reply> {
  const { turn, origin, roundText, generation, hasText, hasFailed, hasSpeech, sound } = reply;
  const { allowInterruptions, awaitsRound } = reply;
  const { hasCalls, handsOff, filler, askedFiller, questionAt, wordlessCuts } = reply;
  const { heardChars, fillerChars, slowReports, lastSoundAt } = reply;
  const copy = {
    turn,
    origin,
    roundText,
    generation,
    hasText,
    hasFailed,
    hasSpeech,
    hasCalls,
    handsOff,
    allowInterruptions,
    awaitsRound,
    filler,
    askedFiller,
    sound,
    questionAt,
    wordlessCuts,
    heardChars,
    fillerChars,
    slowReports,
    lastSoundAt,
  };
  return change === undefined ? copy : Object.assign(copy, change);
}

export function createSpoken(
  spoken: Omit<SpokenSegment, 'kind'>,
  change?: Partial<Omit<SpokenSegment, 'kind'>>,
): SpokenSegment {
  const { segment, claim, phase, endpointed, text, owesWords, wordsAt, waitsUntil, voice, saidOver } = spoken;
  const copy = {
    kind: 'spoken',
    segment,
    claim,
    phase,
    endpointed,
    text,
    owesWords,
    wordsAt,
    waitsUntil,
    voice,
    saidOver,
  } as const;
  return Object.assign(copy, change);
}
