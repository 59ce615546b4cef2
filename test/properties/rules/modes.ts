import { entriesOf, type Recording } from '../recording.ts';

/** The segments that the client has dropped. */
export function clearedSegments(recording: Recording): ReadonlySet<number> {
  return new Set(
    entriesOf(recording, 'activity').flatMap(({ value }) =>
      value.kind === 'ended' && value.by === 'clear' ? [value.segment] : [],
    ),
  );
}

/** What the client has dropped is in no message. */
export function clearedWordsAreDropped(recording: Recording): readonly string[] {
  const cleared = clearedSegments(recording);
  if (cleared.size === 0) return [];
  return entriesOf(recording, 'event').flatMap(({ atMs, value }) => {
    if (value.name !== 'on_user_message_added') return [];
    const dropped = value.input.message.content
      .split(/\s+/u)
      .filter((word) => cleared.has(Number(/^s(\d+)w/u.exec(word)?.[1])));
    return dropped.map((word) => `${atMs} "${word}" is told, though it was cleared`);
  });
}

/** Nobody is asked for an answer where the session only transcribes. */
export function transcriptionsAreNotAnswered(recording: Recording): readonly string[] {
  if (recording.scenario.modes?.transcriptionOnly !== true) return [];
  return entriesOf(recording, 'asked').map(({ atMs }) => `${atMs} the handler is called`);
}

/** A voice that gets a text of its own gets no marks, links and emoji. */
export function theVoiceGetsNoMarks(recording: Recording): readonly string[] {
  if (recording.scenario.modes?.forTheEar !== true) return [];
  return entriesOf(recording, 'speech').flatMap(({ atMs, value }) => {
    if (value.kind !== 'text') return [];
    const spoken = value.spoken?.map((span) => span.spoken).join('') ?? value.text;
    return /[*`[\]]|https?:|\p{Extended_Pictographic}|\d kg/u.test(spoken)
      ? [`${atMs} the voice gets "${spoken}"`]
      : [];
  });
}
