import type { RealtimeEvent } from './events.ts';
import { createCommittedTurns, toCommitted, toCompleted } from './committedTurns.ts';
import { toSpokenItem, toTypedItem, type Items } from './items.ts';
import { createVoiceReports, type VoiceReports } from './voiceReports.ts';

/** The user's speech, as items. */
export interface UserSpeech extends Pick<VoiceReports, 'start' | 'stop' | 'release' | 'interrupt'> {
  /** Numbers the following items from `first`. */
  countFrom(first: number): void;
  /** Adds a recognised part of the turn. */
  transcribe(text: string): readonly RealtimeEvent[];
  /** Creates the item of a turn that the client has ended. Its transcript is not known yet. */
  take(): readonly RealtimeEvent[];
  /** Ends a committed turn that contained no words. */
  giveUp(): readonly RealtimeEvent[];
  /** Turns the user's turn into a message. */
  commit(text: string): readonly RealtimeEvent[];
  /** Returns the id of another item. */
  nextId(): string;
  /** Adds a text that the user typed, as an item with this id. */
  type(id: string | undefined, text: string): readonly RealtimeEvent[];
}

/** Maximum number of typed texts that are not yet part of a message. */
const MAX_TYPED = 32;

export function createUserSpeech(items: Items): UserSpeech {
  let count = 0;
  /** The item of the uncommitted turn. */
  let current: string | undefined;
  let typed: readonly string[] = [];
  const committed = createCommittedTurns(items);
  const nextId = (): string => `item_user_${count++}`;
  const idOfTurn = (): string => committed.first ?? (current ??= nextId());
  const voice = createVoiceReports(idOfTurn);
  return {
    ...voice,
    countFrom: (first) => void (count = first),
    transcribe: (delta) => {
      voice.addWords();
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
      const item = toSpokenItem(id, text);
      const added = items.add(item);
      return [toCommitted(id, added), added, items.done(item), toCompleted(id, text, voice.takeSeconds())];
    },
    nextId,
    take: () => committed.add(nextId()),
    giveUp: () => committed.complete(''),
    type: (id = nextId(), text) => {
      typed = [...typed, text].slice(-MAX_TYPED);
      const item = toTypedItem(id, text);
      return [items.add(item), items.done(item)];
    },
  };
}
