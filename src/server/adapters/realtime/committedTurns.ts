import type { RealtimeEvent } from './events.ts';
import { toSpokenItem, type Items } from './items.ts';

/** Turns that the client has ended, from their commit until their transcript is known. */
export interface CommittedTurns {
  /** The item of the first turn that is waiting for its transcript; undefined if no turn is waiting. */
  readonly first: string | undefined;
  /** Adds a turn, as an item without a transcript. */
  add(id: string): readonly RealtimeEvent[];
  /** Completes the first waiting turn with its transcript. Does nothing if no turn is waiting. */
  complete(transcript: string): readonly RealtimeEvent[];
}

const MAX_WAITING = 32;

export function createCommittedTurns(items: Items): CommittedTurns {
  let waiting: readonly string[] = [];
  return {
    get first() {
      return waiting[0];
    },
    add: (id) => {
      waiting = [...waiting, id].slice(-MAX_WAITING);
      const item = toSpokenItem(id, null);
      const added = items.add(item);
      return [toCommitted(id, added), added, items.done(item)];
    },
    complete: (transcript) => {
      const [id, ...others] = waiting;
      waiting = others;
      if (id === undefined) return [];
      items.replace(toSpokenItem(id, transcript));
      return [toCompleted(id, transcript, 0)];
    },
  };
}

/** Creates the event that confirms a commit. `added` is the event that adds the item. */
export function toCommitted(item_id: string, added: RealtimeEvent): RealtimeEvent {
  return { type: 'input_audio_buffer.committed', item_id, previous_item_id: added['previous_item_id'] };
}

export function toCompleted(item_id: string, transcript: string, seconds: number): RealtimeEvent {
  const type = 'conversation.item.input_audio_transcription.completed';
  return { type, item_id, content_index: 0, transcript, usage: { type: 'duration', seconds } };
}
