import type { PlayedConversation } from '../played/playedConversation.ts';

/** Maps each reply in which another agent continues a turn to that turn. */
export function findHandedOver({ calls }: Pick<PlayedConversation, 'calls'>): ReadonlyMap<number, number> {
  return new Map(calls.flatMap(({ isHandedOver, reply, turn }) => (isHandedOver ? [[reply, turn] as const] : [])));
}
