import { checkOptions } from '../core/checkOptions.ts';
import type { NameSet } from '../core/names.ts';
import type { SessionIo } from '../core/ports.ts';
import type { Agent } from './agent.ts';
import { checkAgent } from './checkAgent.ts';
import { checkIo, checkParts } from './checkParts.ts';
import { parseConfig, type SessionConfig } from './config.ts';
import { createSecrets } from './config/secrets.ts';
import { resumeIfAsked } from './checkpoints/resume.ts';
import { createOpenSession } from './createOpenSession.ts';
import type { Session, SessionOptions } from './session.ts';
import { checkAnswers } from './transcribingAgent.ts';

export const SESSION_OPTIONS: NameSet<keyof SessionOptions> = {
  splice: true,
  stages: true,
  ports: true,
  scheduler: true,
  id: true,
  record: true,
  telemetry: true,
  prices: true,
  resumeFrom: true,
  checkpointBytes: true,
  logFailures: true,
  taps: true,
  containment: true,
};

/**
 * Creates a session from an agent, a config and a transport.
 *
 * @example
 * ```ts
 * import { createSession } from 'antiphon';
 * import type { Agent, SessionConfig, SessionIo } from 'antiphon';
 *
 * declare const agent: Agent<object>;
 * declare const config: SessionConfig<object>;
 * declare const io: SessionIo; // your transport
 * const session = createSession(agent, config, io);
 * session.events$.subscribe(({ name, at }) => console.log(at, name));
 * session.start();
 * console.log((await session.ended).reason);
 * ```
 *
 * @throws AntiphonError `config_invalid` with all faults at once; `usage_invalid` for an agent without
 *   `llm_response_handler`, an unknown or invalid handler, function, option, splice, stage or port, or an incomplete
 *   transport; `checkpoint_invalid`.
 */
export function createSession<SessionData extends object>(
  agent: Agent<SessionData>,
  configured: SessionConfig<SessionData>,
  io: SessionIo,
  options: SessionOptions = {},
): Session<SessionData> {
  checkOptions('', options, SESSION_OPTIONS);
  checkAgent(agent);
  checkParts(options);
  checkIo(io);
  const config = resumeIfAsked(configured, options);
  const settings = parseConfig(config);
  checkAnswers(agent, settings);
  const parts = { agent, config, settings, io, hasOwnIo: true, secrets: createSecrets(config) };
  return createOpenSession(parts, options).session;
}
