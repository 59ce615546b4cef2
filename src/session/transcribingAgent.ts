import { AntiphonError } from '../core/errors.ts';
import type { SessionSettings } from './config/config.ts';

/** The part of an agent that determines whether it answers. */
interface HandlerOwner {
  readonly llm_response_handler?: unknown;
}

/** Replaces the handler of an agent that has none. It is never called. */
function answersNothing(): never {
  throw new AntiphonError('internal', 'the session called llm_response_handler, which the agent does not have');
}

/**
 * Returns the agent with a handler that is never called. Returns anything else, and an agent with another value there,
 * unchanged: it is rejected where it is used.
 */
export function withoutHandler(agent: HandlerOwner): unknown {
  if (typeof agent !== 'object' || agent === null || agent.llm_response_handler !== undefined) return agent;
  const own = { llm_response_handler: answersNothing };
  // An instance of a class also has the fields of its prototype.
  const isPlain = Object.getPrototypeOf(agent) === Object.prototype;
  return isPlain ? { ...agent, ...own } : Object.assign(Object.create(agent) as object, own);
}

/** Returns whether an agent answers. */
export function hasHandler({ llm_response_handler: handler }: HandlerOwner): boolean {
  return handler !== answersNothing;
}

/**
 * Checks that the agent answers, unless the session only transcribes or has a speech model.
 *
 * @throws AntiphonError `usage_invalid`
 */
export function checkAnswers(
  agent: HandlerOwner,
  { transcriptionOnly, providers }: Pick<SessionSettings, 'transcriptionOnly' | 'providers'>,
): void {
  if (transcriptionOnly || providers.model !== undefined || hasHandler(agent)) return;
  const path = 'agent.llm_response_handler';
  const expected = 'a function, or `model` or `transcription_only: true` in the config that configure_session returns';
  throw new AntiphonError('usage_invalid', `${path}: expected ${expected}, got undefined`, { path });
}
