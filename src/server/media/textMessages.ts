import { concatMap, scan, type OperatorFunction } from 'rxjs';
import type { ServerMessageBody } from '../../core/protocol.ts';
import type { SpeechEvent } from '../../core/turn.ts';

/**
 * Converts the text of utterances to `agent.text` messages. The first message of an utterance says how much of it was
 * heard before.
 */
export function textMessages(): OperatorFunction<SpeechEvent, ServerMessageBody> {
  return (speech) =>
    speech.pipe(
      scan(({ repeatedChars }: State, event) => advance(repeatedChars, event), { repeatedChars: 0, messages: [] }),
      concatMap(({ messages }) => messages),
    );
}

interface State {
  /** The number of characters that the current utterance repeats, until its first text. */
  readonly repeatedChars: number;
  readonly messages: readonly ServerMessageBody[];
}

function advance(before: number, event: SpeechEvent): State {
  if (event.kind === 'started') return { repeatedChars: event.repeatedChars ?? 0, messages: [] };
  if (event.kind !== 'text') return { repeatedChars: before, messages: [] };
  const message = { type: 'agent.text', utterance_id: event.utterance, delta: event.text } as const;
  return { repeatedChars: 0, messages: [before === 0 ? message : { ...message, repeated_chars: before }] };
}
