import { entriesOf, type Recording } from '../recording.ts';

/**
 * No word of the user is lost and none comes twice: each that was typed or recognised for good is in exactly one message,
 * but for those of which `late_transcript` says that they came too late. A word of an interim may be in one.
 */
export function noWordIsLost(recording: Recording): readonly string[] {
  const { endedMs, scenario } = recording;
  const added = entriesOf(recording, 'event').flatMap(({ value }) =>
    value.name === 'on_user_message_added' ? wordsOf(value.input.message.content) : [],
  );
  const twice = added.filter((word, n) => added.indexOf(word) !== n);
  const spoken = [...finals(recording), ...typed(recording)];
  const inTime = spoken.filter(({ atMs }) => endedMs === null || atMs < endedMs).flatMap(({ text }) => wordsOf(text));
  const isDropped = scenario.splice === 'half the turns';
  const lost = inTime.filter((word) => !isDropped && !added.includes(word));
  const supposed = new Set(
    [...spoken, ...entriesOf(recording, 'transcript').map(({ value }) => value)].flatMap(({ text }) => wordsOf(text)),
  );
  const invented = added.filter((word) => !supposed.has(word));
  return [
    ...[...new Set(twice)].map((word) => `"${word}" is told twice`),
    ...lost.map((word) => `"${word}" is lost`),
    ...invented.map((word) => `"${word}" was never said`),
  ];
}

interface TimedText {
  readonly atMs: number;
  readonly text: string;
}

function typed(recording: Recording): readonly TimedText[] {
  return entriesOf(recording, 'textIn').map(({ atMs, value }) => ({ atMs, text: value }));
}

/** The finals, but for those that were dropped with a diagnostic. */
function finals(recording: Recording): readonly TimedText[] {
  const dropped = entriesOf(recording, 'error').filter(({ value }) => value.code === 'late_transcript');
  return entriesOf(recording, 'transcript')
    .filter(({ value }) => value.kind === 'final')
    .filter(
      (final) =>
        !dropped.some(({ atMs, value }) => atMs === final.atMs && value.details.segment === final.value.segment),
    )
    .map(({ atMs, value }) => ({ atMs, text: value.text }));
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}
