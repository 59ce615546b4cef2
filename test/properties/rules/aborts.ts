import { NOT_BEGUN } from '../../../src/core/callResult.ts';
import { entriesOf, type Entry, type EntryOf, type Recording } from '../recording.ts';
import { BACKGROUND, remarksOf } from '../scenario.ts';
import { interruptionTimes } from './answers.ts';
import { wordsOf } from './userWords.ts';

/**
 * No function is aborted by a backchannel: what ends its reply is a failure, a request, words that go beyond one or interrupt, any
 * words behind a question of the agent, which they answer, or a result that interrupts, before the function has begun.
 */
export function noBackchannelAbortsACall(recording: Recording): readonly string[] {
  if (remarksOf(recording.scenario).length === 0) return [];
  const cancelled = new Set(
    entriesOf(recording, 'call').flatMap(({ value }) => (value.kind === 'cancelled' ? [value.id] : [])),
  );
  const aborted = entriesOf(recording, 'functionResults').filter((entry) =>
    entry.value.results.some(
      ({ content, tool_call_id, function: { name } }) =>
        content.startsWith('interrupted') && !(name in BACKGROUND) && !cancelled.has(tool_call_id),
    ),
  );
  return aborted.flatMap(({ atMs, value: { turn, results } }) => {
    const hasBegun = results.some(({ content }) => content.startsWith('interrupted') && content !== NOT_BEGUN);
    if (!hasBegun && interruptingResults(recording).includes(atMs)) return [];
    const end = entriesOf(recording, 'reply').find(({ value }) => value.kind === 'ended' && value.turn === turn);
    if (end !== undefined && isExplained(recording, end)) return [];
    return [`${end?.atMs} a call of turn ${turn} is aborted, and nobody interrupted it`];
  });
}

/** Returns when functions in the background returned whose results interrupt the agent. */
function interruptingResults(recording: Recording): readonly number[] {
  return entriesOf(recording, 'functionResults').flatMap(({ atMs, value: { background } }) =>
    background?.kind === 'final' && background.policy === 'interrupt' ? [atMs] : [],
  );
}

/** Returns whether something happens at the end of a reply that may abort its calls. */
function isExplained(recording: Recording, { atMs, value: end }: EntryOf<'reply'>): boolean {
  const { entries, scenario } = recording;
  if (end.kind !== 'ended' || end.reason === 'failed' || interruptionTimes(recording).includes(atMs)) return true;
  const ofPhrases = new Set(scenario.rules.interrupt_phrases.flatMap((phrase) => phrase.split(' ')));
  const backchannels = new Set(remarksOf(scenario).filter((word) => !ofPhrases.has(word)));
  const goesBeyond = (segment: number): boolean =>
    entriesOf(recording, 'transcript').some(
      (one) =>
        one.value.segment === segment &&
        one.atMs <= atMs &&
        wordsOf(one.value.text).some((word) => !backchannels.has(word)),
    );
  const asks = entriesOf(recording, 'reply').some(
    (one) => one.atMs <= atMs && one.value.kind === 'text' && one.value.delta.includes('?'),
  );
  const mayInterrupt = ({ of, value }: Entry): boolean => {
    if (of === 'textIn' || of === 'userTurn') return true;
    if (of === 'transcript') return asks || goesBeyond(value.segment);
    return of === 'activity' && (!scenario.rules.resume_after_false_interruption || goesBeyond(value.segment));
  };
  return entries.some((entry) => entry.atMs === atMs && mayInterrupt(entry));
}
