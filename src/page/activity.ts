import type { Timeline } from '../draw/model.ts';
import type { State } from './state.ts';

/** The current activity, in a sentence for the user. */
export interface Activity {
  readonly who: 'nobody' | 'user' | 'agent' | 'model';
  readonly words: string;
}

/** Describes the current activity. Speech comes before work. */
export function describeActivity({ phase, muted, notice, timeline }: State): Activity {
  if (phase === 'idle') return { who: 'nobody', words: 'Press Talk and say hello.' };
  if (phase === 'starting') return { who: 'nobody', words: 'One moment: microphone, then server.' };
  if (phase === 'reconnecting') return { who: 'nobody', words: 'The connection is lost. Reconnecting …' };
  if (phase === 'ended')
    return { who: 'nobody', words: notice === null ? 'The conversation is over.' : 'Press Talk to try again.' };
  if (isOpen(timeline.speech)) return { who: 'user', words: 'You are speaking.' };
  if (isOpen(timeline.utterances)) return { who: 'agent', words: 'The agent is speaking. You can interrupt.' };
  if (isOpen(timeline.calls)) return { who: 'model', words: 'The agent is looking something up.' };
  if (isOpen(timeline.replies)) return { who: 'model', words: 'The agent is thinking.' };
  if (isSpeechAwaited(timeline)) return { who: 'model', words: 'The agent is about to speak.' };
  return { who: 'nobody', words: muted ? 'Muted: the agent cannot hear you.' : 'Listening.' };
}

/** Checks whether TTS is working on an utterance that is not audible yet. */
function isSpeechAwaited({ syntheses, utterances }: Timeline): boolean {
  const heard = new Set(utterances.map(({ utterance }) => utterance));
  return syntheses.some(({ utterance, toMs }) => toMs === null && !heard.has(utterance));
}

function isOpen(spans: readonly { readonly toMs: number | null }[]): boolean {
  return spans.some(({ toMs }) => toMs === null);
}
