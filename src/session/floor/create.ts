import type { Reply } from './replyState.ts';
import type { Floor } from './state.ts';
import type { SpokenSegment, User } from './userState.ts';

// Constructors that take all fields and write them out: every value is made here, at first and at each change
// (`createReply({ ...reply, ...change })`). A copy made by spreading a copy has a hidden class of its own in V8, which makes
// every access ten times slower, and the floor changes with every frame.

export function createFloorState(floor: Floor): Floor {
  const { now, settings, user, reply, rounds, queue, asked, sayWentFirst } = floor;
  const { unanswered, isRespondAsked, nextTurn, eagerText, drafted, committing, commitDueAt, ending } = floor;
  return {
    now,
    settings,
    user,
    reply,
    rounds,
    queue,
    asked,
    sayWentFirst,
    unanswered,
    isRespondAsked,
    nextTurn,
    eagerText,
    drafted,
    committing,
    commitDueAt,
    ending,
  };
}

export function createUser({ openSegment, pending, closed, lastClosed, closedWaits }: User): User {
  return { openSegment, pending, closed, lastClosed, closedWaits };
}

export function createReply(reply: Reply): Reply {
  const { turn, origin, roundText, generation, hasText, sound } = reply;
  const { hasCalls, handsOff, filler, askedFiller, questionAt, wordlessCuts } = reply;
  const { heardChars, slowReports, lastSoundAt } = reply;
  return {
    turn,
    origin,
    roundText,
    generation,
    hasText,
    hasCalls,
    handsOff,
    filler,
    askedFiller,
    sound,
    questionAt,
    wordlessCuts,
    heardChars,
    slowReports,
    lastSoundAt,
  };
}

export function createSpoken(spoken: Omit<SpokenSegment, 'kind'>): SpokenSegment {
  const { segment, claim, phase, endpointed, text, wordsAt, waitsUntil, voice, saidOver } = spoken;
  return { kind: 'spoken', segment, claim, phase, endpointed, text, wordsAt, waitsUntil, voice, saidOver };
}
