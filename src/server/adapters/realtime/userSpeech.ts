import type { RealtimeEvent } from './events.ts';
import { createCommittedTurns, toCommitted, toCompleted } from './committedTurns.ts';
import { toSpokenItem, toTypedItem, type Items } from './items.ts';
import { createVoiceReports, type VoiceReports } from './voiceReports.ts';

/** What the user says, as items. */
export interface UserSpeech extends Pick<VoiceReports, 'start' | 'stop' | 'release' | 'interrupt'> {
  /** Items that follow are numbered from here. */
  countFrom(first: number): void;
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
  let typed: readonly string[] = [];
  const committed = createCommittedTurns(items);
  const idOfTurn = (): string => committed.first ?? (current ??= `item_user_${count++}`);
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
    take: () => committed.add(`item_user_${count++}`),
    giveUp: () => committed.complete(''),
    type: (id = `item_user_${count++}`, text) => {
      typed = [...typed, text].slice(-MAX_TYPED);
      const item = toTypedItem(id, text);
      return [items.add(item), items.done(item)];
    },
  };
}
