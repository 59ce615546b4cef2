import type { Timeline } from '../draw/model.ts';
import type { State } from './state.ts';

/** The current activity, as a sentence for the user. */
export interface Activity {
  readonly who: 'nobody' | 'user' | 'agent' | 'model';
  readonly words: string;
}

/** Texts shown while no conversation is in progress: on their own, and below a notice. */
const QUIET: Readonly<Record<Exclude<State['phase'], 'live'>, { readonly plain: string; readonly noticed: string }>> = {
  idle: { plain: 'Press Talk and say hello.', noticed: 'Continue, or press Talk to start again.' },
  starting: always('One moment: microphone, then server.'),
  reconnecting: always('The connection was lost. Reconnecting …'),
  ended: { plain: 'The conversation is over.', noticed: 'Press Talk to try again.' },
};

function always(words: string): { readonly plain: string; readonly noticed: string } {
  return { plain: words, noticed: words };
}

/** Describes the current activity. Speech comes before work. */
export function describeActivity({ phase, muted, notice, timeline }: State): Activity {
  if (phase !== 'live') return { who: 'nobody', words: notice === null ? QUIET[phase].plain : QUIET[phase].noticed };
  if (isOpen(timeline.speech)) return { who: 'user', words: 'You are speaking.' };
  if (isOpen(timeline.utterances)) return { who: 'agent', words: 'The agent is speaking. You can interrupt.' };
  if (isOpen(timeline.calls.filter(({ background }) => background === undefined)))
    return { who: 'model', words: 'The agent is looking something up.' };
  if (isOpen(timeline.replies)) return { who: 'model', words: 'The agent is thinking.' };
  if (isSpeechAwaited(timeline)) return { who: 'model', words: 'The agent is about to speak.' };
  if (muted) return { who: 'nobody', words: 'Muted: the agent cannot hear you.' };
  return {
    who: 'nobody',
    words: isOpen(timeline.calls) ? 'Listening. A function runs in the background.' : 'Listening.',
  };
}

/** Returns whether TTS is working on an utterance that is not audible yet. */
function isSpeechAwaited({ syntheses, utterances }: Timeline): boolean {
  const heard = new Set(utterances.map(({ utterance }) => utterance));
  return syntheses.some(({ utterance, toMs }) => toMs === null && !heard.has(utterance));
}

function isOpen(spans: readonly { readonly toMs: number | null }[]): boolean {
  return spans.some(({ toMs }) => toMs === null);
}
