import type { RealtimeEvent } from './events.ts';
import { createCommittedTurns, toCommitted, toCompleted } from './committedTurns.ts';
import { toSpokenItem, toTypedItem, type Items } from './items.ts';

/** What the user says, as items. */
export interface UserSpeech {
  /** Items that follow are numbered from here. */
  countFrom(first: number): void;
  /** The user begins to speak. `isWithheld`: the agent speaks, and whether it is interrupted is not decided. */
  start(audioMs: number, isWithheld: boolean): readonly RealtimeEvent[];
  /** The agent speaks no more, or is interrupted: what was withheld is said. */
  release(): readonly RealtimeEvent[];
  stop(audioMs: number): readonly RealtimeEvent[];
  /** A part of the turn is recognised. */
  transcribe(text: string): readonly RealtimeEvent[];
  /** The client has ended a turn: its item has no words yet. */
  take(): readonly RealtimeEvent[];
  /** A turn that the client has ended had no words. */
  giveUp(): readonly RealtimeEvent[];
  /** The user's turn has become a message. */
  commit(text: string): readonly RealtimeEvent[];
  /** The client has typed a text, as an item with this id. */
  type(id: string | undefined, text: string): readonly RealtimeEvent[];
}

/** Texts that were typed and are not yet part of a message. */
const MAX_TYPED = 32;

export function createUserSpeech(items: Items): UserSpeech {
  let count = 0;
  /** The item of the turn that is not committed. */
  let current: string | undefined;
  let withheldMs: number | undefined;
  /** When the speech began that the client has heard of. */
  let heardFromMs: number | undefined;
  let spokenMs = 0;
  let typed: readonly string[] = [];
  const committed = createCommittedTurns(items);
  const idOfTurn = (): string => committed.first ?? (current ??= `item_user_${count++}`);
  const begin = (audio_start_ms: number): readonly RealtimeEvent[] => {
    withheldMs = undefined;
    heardFromMs = audio_start_ms;
    return [{ type: 'input_audio_buffer.speech_started', audio_start_ms, item_id: idOfTurn() }];
  };
  return {
    countFrom: (first) => void (count = first),
    start: (audioMs, isWithheld) => {
      if (!isWithheld) return begin(audioMs);
      withheldMs = audioMs;
      return [];
    },
    release: () => (withheldMs === undefined ? [] : begin(withheldMs)),
    stop: (audio_end_ms) => {
      withheldMs = undefined;
      if (heardFromMs === undefined) return [];
      spokenMs += audio_end_ms - heardFromMs;
      heardFromMs = undefined;
      return [{ type: 'input_audio_buffer.speech_stopped', audio_end_ms, item_id: idOfTurn() }];
    },
    transcribe: (delta) => [
      { type: 'conversation.item.input_audio_transcription.delta', item_id: idOfTurn(), content_index: 0, delta },
    ],
    commit: (text) => {
      const isTyped = typed.join(' ') === text;
      typed = [];
      if (isTyped) return [];
      if (committed.first !== undefined) return committed.complete(text);
      const id = idOfTurn();
      current = undefined;
      const seconds = spokenMs / 1000;
      spokenMs = 0;
      const item = toSpokenItem(id, text);
      const added = items.add(item);
      return [toCommitted(id, added), added, items.done(item), toCompleted(id, text, seconds)];
    },
    take: () => committed.add(`item_user_${count++}`),
    giveUp: () => committed.complete(''),
    type: (id = `item_user_${count++}`, text) => {
      typed = [...typed, text].slice(-MAX_TYPED);
      const item = toTypedItem(id, text);
      return [items.add(item), items.done(item)];
    },
  };
}
