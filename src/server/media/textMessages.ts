import { concatMap, scan, type OperatorFunction } from 'rxjs';
import type { ServerMessageBody } from '../../core/protocol.ts';
import type { SpeechEvent } from '../../core/turn.ts';

/** Turns the text of utterances into `agent.text` messages. The first of an utterance says how much of it was heard before. */
export function textMessages(): OperatorFunction<SpeechEvent, ServerMessageBody> {
  return (speech) =>
    speech.pipe(
      scan(({ repeatedChars }: State, event) => advance(repeatedChars, event), { repeatedChars: 0, messages: [] }),
      concatMap(({ messages }) => messages),
    );
}

interface State {
  /** What the current utterance repeats, until its first text. */
  readonly repeatedChars: number;
  readonly messages: readonly ServerMessageBody[];
}

function advance(before: number, event: SpeechEvent): State {
  if (event.kind === 'started') return { repeatedChars: event.repeatedChars ?? 0, messages: [] };
  if (event.kind !== 'text') return { repeatedChars: before, messages: [] };
  const message = { type: 'agent.text', utterance_id: event.utterance, delta: event.text } as const;
  return { repeatedChars: 0, messages: [before === 0 ? message : { ...message, repeated_chars: before }] };
}
