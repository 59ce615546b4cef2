import { createSend } from '../../src/wire/json.ts';
import { createWords, type TtsAction, type TtsDialect } from '../../src/wire/tts/dialect.ts';
import { classifyRimeError } from './faults.ts';
import { parseMessage, type RimeEvent } from './messages.ts';

interface Synthesis {
  readonly utterance: number;
  /** Id in the messages of the synthesis. */
  readonly context: string;
}

/**
 * Creates the dialect of Rime's JSON WebSocket with `segment=never`. An utterance is one synthesis: its text and a
 * `flush`, which Rime answers with exactly one `done`. `clear` cancels it. Rime may still send audio that it has begun.
 * The dialect ignores it by its context, so the connection is free at once. `newId` creates the id of a context.
 */
export function createRimeDialect(newId: () => string): TtsDialect {
  let synthesis: Synthesis | null = null;
  return {
    open: () => [{ kind: 'ready' }],
    begin: (utterance) => {
      synthesis = { utterance, context: newId() };
      return [];
    },
    text: (_, text) => (synthesis === null ? [] : [createSend({ text, contextId: synthesis.context })]),
    flush: () => [],
    end: () => [createSend({ operation: 'flush' })],
    cancel: (utterance) => {
      synthesis = null;
      return [createSend({ operation: 'clear' }), { kind: 'released', utterance }];
    },
    receive: (frame) => {
      const event = parseMessage(frame);
      if (event === null) return [];
      const current = synthesis;
      if (event.kind === 'error' || event.kind === 'done') synthesis = endedBy(event, current) ? null : current;
      return handleEvent(event, current);
    },
  };
}

/** Returns whether the event ends the synthesis. An error does not name a context, so it ends the current synthesis. */
function endedBy(event: RimeEvent, current: Synthesis | null): boolean {
  return event.kind === 'error' || (event.kind === 'done' && event.context === current?.context);
}

function handleEvent(event: RimeEvent, current: Synthesis | null): readonly TtsAction[] {
  if (event.kind === 'error') return [handleError(event.message, current)];
  if (event.context !== current?.context) return [];
  const { utterance } = current;
  if (event.kind === 'words') return createWords(utterance, event.words);
  return [event.kind === 'done' ? { kind: 'done', utterance } : { kind: 'audio', utterance, bytes: event.bytes }];
}

function handleError(message: string, current: Synthesis | null): TtsAction {
  if (current === null) return { kind: 'warning', message };
  return { kind: 'failed', utterance: current.utterance, fault: classifyRimeError(message) };
}
