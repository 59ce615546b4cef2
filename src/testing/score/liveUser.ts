import { filter } from 'rxjs';
import type { Persona, PersonaWords } from '../evals/persona.ts';
import { transcriptOf } from '../evals/transcript.ts';
import type { LiveConversation } from './liveConversation.ts';

/** How long a user waits in silence before they speak first, in ms. */
const GREETING_MS = 1500;

/** Lets a persona talk with the agent, in turns, until it hangs up, has used up its turns, or runs out of patience. */
export function talkAs(persona: Persona, say: (text: string, forMs: number) => void, live: LiveConversation): void {
  const { clock } = live;
  let turns = 0;
  let isOver = false;
  /** True if the agent has finished since the user spoke. */
  let isDue = true;
  let isThinking = false;
  let spokenUntilMs = 0;

  const speak = ({ text, isLast }: PersonaWords): void => {
    isThinking = false;
    isOver = isLast || turns >= persona.maxTurns;
    const words = text.split(' ').filter(Boolean).length;
    const forMs = words * persona.msPerWord;
    spokenUntilMs = live.nowMs() + forMs;
    live.keepUntil(spokenUntilMs + persona.patienceMs);
    if (words === 0) return;
    live.note(text, forMs);
    say(text, forMs);
  };
  const think = (): void => {
    if (!isDue || isOver || isThinking || live.isAgentSpeaking() || live.nowMs() < spokenUntilMs) return;
    isThinking = true;
    isDue = false;
    turns += 1;
    live.hold(persona.answer(transcriptOf(live.messages())).then(speak));
  };
  live.events.pipe(filter(({ name }) => name === 'on_agent_stopped_speaking')).subscribe(() => {
    isDue = true;
    clock.schedule(think, persona.pauseMs);
  });
  live.keepUntil(live.nowMs() + persona.patienceMs);
  clock.schedule(think, GREETING_MS);
}
