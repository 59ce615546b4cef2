import type { Agent } from '../session/agent.ts';
import { diagram } from './diagram.ts';
import { mustBeAwaited } from './score/awaited.ts';
import { checkOptions } from './score/checkOptions.ts';
import type { ScoreOptions } from './score/options.ts';
import { perform } from './score/perform.ts';
import { picture } from './score/picture.ts';
import { report } from './score/report.ts';
import { scriptOf } from './score/script.ts';
import type { Score } from './score/script.ts';

/**
 * Plays a conversation with `agent` in virtual time: handler, functions and events are its own; microphone, VAD, STT, TTS
 * and client are doubles. `write` writes it at once: it must not be async. Rejects with an Error that names all that was expected
 * and did not happen, over two aligned diagrams of what was expected and what happened. Whoever forgets to await it is told so,
 * with an error that nobody can catch.
 */
export function score<SessionData extends object>(
  agent: Agent<SessionData>,
  write: (score: Score) => void,
  options: ScoreOptions = {},
): Promise<void> {
  const forgotten = new Error('score(…) was not awaited, so nobody learns whether it holds: write `await score(…)`');
  return mustBeAwaited(() => rehearse(agent, write, options), forgotten);
}

async function rehearse<SessionData extends object>(
  agent: Agent<SessionData>,
  write: (score: Score) => void,
  options: ScoreOptions,
): Promise<void> {
  checkOptions(options);
  const script = scriptOf(write);
  const took = await perform(agent, script, options);
  const missed = took.missed.map((cue) => ({ text: `what it is counted from never came: ${cue}` }));
  const faults = [...missed, ...script.expectations.flatMap((expectation) => expectation(took))];
  options.draw?.(diagram(picture(took)));
  if (faults.length > 0) throw new Error(report(faults, took));
}
