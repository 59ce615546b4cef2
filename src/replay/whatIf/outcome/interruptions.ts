import { countWords } from '../../../core/text.ts';
import { allOut, ofKind, turnsByUtterance } from '../../lines.ts';
import { findHandedOver, type PlayedConversation } from '../played/playedConversation.ts';

export interface PlayedInterruption {
  readonly atMs: number;
  /** The turn of the interrupted reply. A first message also has a turn, one without the user. */
  readonly turn: number | null;
  /** Number of words of the reply that were heard. */
  readonly words: number;
  /** True if a sound without words, such as a cough or a door, caused it. */
  readonly isFalse: boolean;
}

/** The longest time from an interruption to its event, in ms: the wait for the client, plus a margin. */
const EVENT_DELAY_MS = 300;

export function findInterruptions({
  output,
  calls,
  segmentsWithWords,
}: Pick<PlayedConversation, 'output' | 'calls' | 'segmentsWithWords'>): readonly PlayedInterruption[] {
  const replies = turnsByUtterance(allOut(output, 'speech'));
  const handedOver = findHandedOver({ calls });
  const stops = ofKind(allOut(output, 'playout'), 'stopped');
  const interruptions = allOut(output, 'interruption');
  return allOut(output, 'event').flatMap(({ t: atMs, v }) => {
    if (v.name !== 'on_agent_interrupted') return [];
    const utterance = stops.findLast(({ t }) => t <= atMs)?.v.utterance ?? '';
    const by = interruptions.findLast(({ t }) => t <= atMs && t >= atMs - EVENT_DELAY_MS)?.v;
    const { content } = v['message'] as { readonly content: string };
    const isFalse = by !== undefined && !segmentsWithWords.has(by.segment);
    const reply = replies.get(utterance);
    const turn = reply === undefined ? null : (handedOver.get(reply) ?? reply);
    return [{ atMs, turn, words: countWords(content), isFalse }];
  });
}
