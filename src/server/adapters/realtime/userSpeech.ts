import type { RealtimeEvent } from './events.ts';
import { createCommittedTurns, toCommitted, toCompleted } from './committedTurns.ts';
import { toSpokenItem, toTypedItem, type Items } from './items.ts';

/** What the user says, as items. */
export interface UserSpeech {
  /** Items that follow are numbered from here. */
  countFrom(first: number): void;
  /** The user begins to speak. `isWithheld`: the agent speaks, and whether it is interrupted is not decided. */
  start(audioMs: number, isWithheld: boolean): readonly RealtimeEvent[];
  /** The agent speaks no more: what was withheld is said, if the user still speaks. */
  release(): readonly RealtimeEvent[];
  /** The agent is interrupted: what was withheld is said, also of a voice that has ended, if it had words. */
  interrupt(): readonly RealtimeEvent[];
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

interface WithheldSpeech {
  readonly fromMs: number;
  /** Undefined: the user still speaks. */
  toMs: number | undefined;
  hasWords: boolean;
}

/** Texts that were typed and are not yet part of a message. */
const MAX_TYPED = 32;

export function createUserSpeech(items: Items): UserSpeech {
  let count = 0;
  /** The item of the turn that is not committed. */
  let current: string | undefined;
  /** Speech over the agent, of which the client has not heard. */
  let withheld: WithheldSpeech | undefined;
  /** When the speech began that the client has heard of. */
  let heardFromMs: number | undefined;
  let spokenMs = 0;
  let typed: readonly string[] = [];
  const committed = createCommittedTurns(items);
  const idOfTurn = (): string => committed.first ?? (current ??= `item_user_${count++}`);
  const begin = (audio_start_ms: number): readonly RealtimeEvent[] => {
    withheld = undefined;
    heardFromMs = audio_start_ms;
    return [{ type: 'input_audio_buffer.speech_started', audio_start_ms, item_id: idOfTurn() }];
  };
  const stop = (audio_end_ms: number): readonly RealtimeEvent[] => {
    if (heardFromMs === undefined) return [];
    spokenMs += audio_end_ms - heardFromMs;
    heardFromMs = undefined;
    return [{ type: 'input_audio_buffer.speech_stopped', audio_end_ms, item_id: idOfTurn() }];
  };
  const release = (): readonly RealtimeEvent[] =>
    withheld === undefined || withheld.toMs !== undefined ? [] : begin(withheld.fromMs);
  return {
    countFrom: (first) => void (count = first),
    start: (audioMs, isWithheld) => {
      if (!isWithheld) return begin(audioMs);
      withheld = { fromMs: audioMs, toMs: undefined, hasWords: false };
      return [];
    },
    release,
    interrupt: () => {
      if (withheld?.toMs === undefined) return release();
      const { fromMs, toMs, hasWords } = withheld;
      return hasWords ? [...begin(fromMs), ...stop(toMs)] : [];
    },
    stop: (audio_end_ms) => {
      if (withheld !== undefined) withheld.toMs = audio_end_ms;
      return stop(audio_end_ms);
    },
    transcribe: (delta) => {
      if (withheld !== undefined) withheld.hasWords = true;
      return [
        { type: 'conversation.item.input_audio_transcription.delta', item_id: idOfTurn(), content_index: 0, delta },
      ];
    },
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
