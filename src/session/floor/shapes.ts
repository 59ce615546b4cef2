import type { Floor, PendingSpeech, Reply, Speech, User } from './types.ts';

// Each returns what it is given, its fields written out. A copy made of a copy has a hidden class of its own in V8, so that
// all that reads or copies it in turn gets ten times slower; what is written out has that of all others. The floor changes
// with every frame.

export function floorShape(floor: Floor): Floor {
  const { now, settings, user, reply, rounds, queue, nextTurn, committing, commitDueAt, ending, over } = floor;
  return { now, settings, user, reply, rounds, queue, nextTurn, committing, commitDueAt, ending, over };
}

export function userShape({ speaking, pending: pieces, closed: fates, openSegment }: User): User {
  return { speaking, pending: pieces, closed: fates, openSegment };
}

export function replyShape(reply: Reply): Reply {
  const { turn, source, roundText, generating, hasText, speech, aborted, suspended } = reply;
  const { wordlessCuts, heardChars, slowReports, lastSoundAt } = reply;
  return {
    turn,
    source,
    roundText,
    generating,
    hasText,
    speech,
    aborted,
    suspended,
    wordlessCuts,
    heardChars,
    slowReports,
    lastSoundAt,
  };
}

export function speechShape({ utterance, hasAudio, done, audible, started, lastSentAt, cut }: Speech): Speech {
  return { utterance, hasAudio, done, audible, started, lastSentAt, cut };
}

export function pendingShape(piece: PendingSpeech): PendingSpeech {
  const { segment, claim, open, settled, endpointed, finals, interim } = piece;
  const { voicedMs, lastVoicedAt, inSilence, promoted } = piece;
  return {
    segment,
    claim,
    open,
    settled,
    endpointed,
    finals,
    interim,
    voicedMs,
    lastVoicedAt,
    inSilence,
    promoted,
  };
}
