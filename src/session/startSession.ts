import { checkOptions } from '../core/checkOptions.ts';
import type { NameSet } from '../core/names.ts';
import type { SessionIo } from '../core/ports.ts';
import type { Agent } from './agent.ts';
import { checkAgent } from './checkAgent.ts';
import { checkCustomData, checkIo, checkParts } from './checkParts.ts';
import { SESSION_OPTIONS } from './createSession.ts';
import { prepareSession } from './prepareSession.ts';
import type { Session, SessionOptions } from './session.ts';

export interface StartSessionOptions extends SessionOptions {
  /** Passed to `configure_session`. @default {} */
  readonly custom_data?: Record<string, unknown> | undefined;
  /**
   * Called with the session before it starts: subscribe here to receive everything. Its subscriptions end with the
   * session. If it throws, the start rejects with `tap_failed`.
   */
  readonly prepare?: ((session: Session) => void) | undefined;
  /**
   * Fires when the session is no longer wanted: the signal of `configure_session` then fires, and no session starts.
   */
  readonly signal?: AbortSignal | undefined;
}

const START_OPTIONS: NameSet<keyof StartSessionOptions> = {
  ...SESSION_OPTIONS,
  custom_data: true,
  prepare: true,
  signal: true,
};

/**
 * Runs `configure_session`, checks the returned config, also with its providers, and starts the session.
 *
 * @example
 * ```ts
 * import { startSession } from 'antiphon';
 * import type { Agent, SessionIo } from 'antiphon';
 *
 * declare const agent: Agent;
 * declare const io: SessionIo; // your transport
 * const session = await startSession(agent, io, { custom_data: { guest: 'Ada' } });
 * session.errors$.subscribe(({ code, message }) => console.error(code, message));
 * session.say('Good evening.');
 * console.log((await session.ended).reason);
 * ```
 *
 * @throws (rejects with) AntiphonError `usage_invalid`, `config_failed`, `config_timeout`, `config_invalid` or
 *   `provider_unavailable`
 */
export async function startSession<SessionData extends object>(
  agent: Agent<SessionData>,
  io: SessionIo,
  options: StartSessionOptions = {},
): Promise<Session<SessionData>> {
  const { custom_data = {} } = options;
  checkOptions('', options, START_OPTIONS);
  checkAgent(agent, ['configure_session', 'llm_response_handler']);
  checkParts(options);
  checkIo(io);
  checkCustomData(custom_data);
  const prepared = await prepareSession(agent, { ...options, custom_data });
  return prepared.start(io);
}
