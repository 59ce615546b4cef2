import type { TranscriptDetails } from '../../../src/core/speech.ts';
import type { SttAction } from '../../../src/wire/stt/dialect.ts';
import type { CommitSpan } from './details.ts';

/** Audio whose text was requested, or will be. */
export interface Commit extends CommitSpan {
  /** Null: silence between utterances, or audio of an utterance that has already ended. */
  readonly utterance: number | null;
  /** True if it is the last of its utterance. */
  readonly isLast: boolean;
}

interface PendingCommit extends Commit {
  /** The text without timestamps; null until it arrives. */
  plain: string | null;
  hasTimed: boolean;
  isSettled: boolean;
}

/** The commits that still wait for an answer. Scribe answers in order and without ids. */
export interface CommitQueue {
  /** Adds a commit that was sent. */
  add(commit: Commit): void;
  /** The oldest commit without a text, whose audio is being recognised. */
  readonly first: Commit | null;
  /** Applies a `committed_transcript`. `unrequested`: the commit that it answers if none is waiting. */
  addPlain(text: string, unrequested: Commit): readonly SttAction[];
  /** Applies a `committed_transcript_with_timestamps`. */
  addTimed(text: string, detailsIn: (span: CommitSpan) => TranscriptDetails, unrequested: Commit): readonly SttAction[];
  /** Settles the oldest commit, which Scribe has ignored because its audio was committed before. */
  reject(): readonly SttAction[];
}

/**
 * Creates the queue. With `isTimed`, each commit has two answers with the same text, mostly the one without timestamps
 * first. The first is then an interim, and the second the final text. If the second is missing, the text of the first
 * stands as soon as a later commit has its second one.
 */
export function createCommitQueue(isTimed: boolean): CommitQueue {
  let pending: readonly PendingCommit[] = [];
  const append = (commit: Commit): PendingCommit => {
    const added = { ...commit, plain: null, hasTimed: false, isSettled: false };
    pending = [...pending, added];
    return added;
  };
  const prune = (): void => {
    pending = pending.filter(({ plain, hasTimed }) => plain === null || (isTimed && !hasTimed));
  };
  const addPlain: CommitQueue['addPlain'] = (text, unrequested) => {
    const commit = pending.find(({ plain }) => plain === null) ?? append(unrequested);
    const isFinal = !isTimed || text === '';
    commit.plain = text;
    prune();
    return isFinal ? settle(commit, text) : createInterim(commit, text);
  };
  const addTimed: CommitQueue['addTimed'] = (text, detailsIn, unrequested) => {
    if (!isTimed) return [];
    const waiting = pending.filter(({ hasTimed }) => !hasTimed);
    const commit = waiting.find(({ plain }) => plain === text) ?? waiting[0] ?? append(unrequested);
    const skipped = waiting.slice(0, Math.max(0, waiting.indexOf(commit)));
    for (const each of [...skipped, commit]) each.hasTimed = true;
    prune();
    return [...skipped.flatMap((each) => settle(each, each.plain ?? '')), ...settle(commit, text, detailsIn(commit))];
  };
  return {
    add: append,
    get first() {
      return pending.find(({ plain }) => plain === null) ?? null;
    },
    addPlain,
    addTimed,
    reject: () => {
      const commit = pending.find(({ plain }) => plain === null);
      pending = pending.filter((each) => each !== commit);
      return commit === undefined ? [] : settle(commit, '');
    },
  };
}

function createInterim({ utterance, isSettled }: PendingCommit, text: string): readonly SttAction[] {
  return utterance === null || isSettled ? [] : [{ kind: 'interim', utterance, text }];
}

function settle(commit: PendingCommit, text: string, details?: TranscriptDetails): readonly SttAction[] {
  const { utterance, isLast, isSettled } = commit;
  commit.isSettled = true;
  if (utterance === null || isSettled) return [];
  const piece: readonly SttAction[] = text === '' ? [] : [{ kind: 'piece', utterance, text, details }];
  return isLast ? [...piece, { kind: 'done', utterance }] : piece;
}
