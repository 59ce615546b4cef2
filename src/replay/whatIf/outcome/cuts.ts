import { countWords } from '../../../core/text.ts';
import { allOut } from '../../lines.ts';
import type { PlayedConversation } from '../played/runConversation.ts';
import { turnOfUtterance } from './sounds.ts';

/** The agent was cut while it spoke. */
export interface Interruption {
  readonly atMs: number;
  /** The turn whose answer it was; a first message has a turn, too, that is none of the user's. */
  readonly turn: number | null;
  /** Words heard of what it was saying. */
  readonly words: number;
  /** Nobody said anything: a cough, a door. */
  readonly isFalse: boolean;
}

/** From asking for the floor to the news of what was heard, in ms: as long as the client is waited for, and a little. */
const NEWS_MS = 300;

/** Every interruption that the session told of. */
export function cutsOf({
  output: told,
  segmentsWithWords: worded,
}: Pick<PlayedConversation, 'output' | 'segmentsWithWords'>): readonly Interruption[] {
  const turnOf = turnOfUtterance(told);
  const stops = allOut(told, 'playout').filter(({ v }) => v.kind === 'stopped');
  const barges = allOut(told, 'interruption');
  return allOut(told, 'event').flatMap(({ t: atMs, v }) => {
    if (v.name !== 'on_agent_interrupted') return [];
    const utterance = stops.findLast(({ t }) => t <= atMs)?.v.utterance ?? '';
    const by = barges.findLast(({ t }) => t <= atMs && t >= atMs - NEWS_MS)?.v;
    const { content } = v['message'] as { readonly content: string };
    const isFalse = by !== undefined && !worded.has(by.segment);
    return [{ atMs, turn: turnOf.get(utterance) ?? null, words: countWords(content), isFalse }];
  });
}
