import { entriesOf, type Recording } from '../recording.ts';
import { timed, words } from '../scenario.ts';
import { findBackchannels, knownWords, wordsOf } from './userWords.ts';

/**
 * No word of the user is lost and none comes twice: each that was typed or recognised for good is in exactly one message,
 * but for those of which `late_transcript` says that they came too late, and for backchannels. A word of an interim may be in one.
 */
export function noWordIsLost(recording: Recording): readonly string[] {
  const { endedMs, scenario } = recording;
  const added = entriesOf(recording, 'event').flatMap(({ value }) =>
    value.name === 'on_user_message_added' ? wordsOf(value.input.message.content) : [],
  );
  const twice = added.filter((word, n) => added.indexOf(word) !== n);
  const spoken = knownWords(recording);
  const isDropped = findBackchannels(recording);
  const lost = spoken.filter(
    (one) =>
      (endedMs === null || one.atMs < endedMs) &&
      scenario.splice !== 'half the turns' &&
      !added.includes(one.word) &&
      !isDropped(one),
  );
  const requested = timed(scenario.acts).flatMap(({ act }, n) =>
    act.kind === 'respond' ? wordsOf(words(`q${n}`, act.words)) : [],
  );
  const recognised = entriesOf(recording, 'transcript').flatMap(({ value }) => wordsOf(value.text));
  const supposed = new Set([...spoken.map(({ word }) => word), ...recognised, ...requested]);
  const invented = added.filter((word) => !supposed.has(word));
  return [
    ...[...new Set(twice)].map((word) => `"${word}" is told twice`),
    ...lost.map(({ word }) => `"${word}" is lost`),
    ...invented.map((word) => `"${word}" was never said`),
  ];
}
