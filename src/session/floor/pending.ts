import { createSpoken } from './create.ts';
import { setUser, type Draft } from './draft.ts';
import type { Claim, ClosedSegment, PendingSpeech, SpokenSegment } from './userState.ts';

/** The number of closed segments that are remembered, for finals that come late. */
const CLOSED_KEPT = 32;

export function textOf(speech: PendingSpeech): string {
  return speech.kind === 'typed' ? speech.text : speech.text.text;
}

/** The latest pending speech of a segment, among that which `matches`. */
export function findPending(
  draft: Draft,
  segment: number,
  matches: (speech: PendingSpeech) => boolean = () => true,
): SpokenSegment | undefined {
  return draft.floor.user.pending.findLast(
    (speech): speech is SpokenSegment => speech.kind === 'spoken' && speech.segment === segment && matches(speech),
  );
}

export function addPending(draft: Draft, speech: PendingSpeech): void {
  setUser(draft, { pending: [...draft.floor.user.pending, speech] });
}

/** Adds `speech` in front of the turn that waits. */
export function addPendingInFront(draft: Draft, speech: PendingSpeech): void {
  const { pending } = draft.floor.user;
  const at = pending.findIndex(({ claim }) => claim === 'live');
  setUser(draft, { pending: at < 0 ? [...pending, speech] : [...pending.slice(0, at), speech, ...pending.slice(at)] });
}

/** Replaces `spoken` by a changed copy and returns the copy. */
export function setSpoken(
  draft: Draft,
  spoken: SpokenSegment,
  change: Partial<Omit<SpokenSegment, 'kind'>>,
): SpokenSegment {
  const changed = createSpoken({ ...spoken, ...change });
  setUser(draft, { pending: draft.floor.user.pending.map((other) => (other === spoken ? changed : other)) });
  return changed;
}

/** Gives all pending speech the claim that `claimOf` returns. */
export function changeClaims(draft: Draft, claimOf: (speech: PendingSpeech) => Claim): void {
  setUser(draft, {
    pending: draft.floor.user.pending.map((speech): PendingSpeech => {
      const claim = claimOf(speech);
      if (claim === speech.claim) return speech;
      return speech.kind === 'typed' ? { kind: 'typed', claim, text: speech.text } : createSpoken({ ...speech, claim });
    }),
  });
}

/** Removes pending speech and remembers its segments as closed. */
export function closePending(draft: Draft, speeches: readonly PendingSpeech[], turn: number | null): void {
  const { pending, closed } = draft.floor.user;
  const segments = speeches.flatMap((speech) => (speech.kind === 'spoken' ? closedSegmentOf(speech, turn) : []));
  setUser(draft, {
    pending: pending.filter((speech) => !speeches.includes(speech)),
    closed: [...closed, ...segments].slice(-CLOSED_KEPT),
  });
}

function closedSegmentOf(spoken: SpokenSegment, turn: number | null): ClosedSegment {
  const { text, interim } = spoken.text;
  return { segment: spoken.segment, text: text === '' ? null : text, fromInterim: interim !== null, turn };
}
