import { AntiphonError } from '../core/errors.ts';
import type { NameSet } from '../core/names.ts';
import type { SessionIo } from '../core/ports.ts';
import type { Agent } from './agent.ts';
import { checkAgent } from './checkAgent.ts';
import { checkCustomData, checkIo, checkOptions, checkParts } from './checkParts.ts';
import { parseConfig } from './config.ts';
import { openPorts, verifyConfig } from './config/ports.ts';
import { createOpenSession } from './createOpenSession.ts';
import { SESSION_OPTIONS } from './createSession.ts';
import { logFailure } from './failureLog.ts';
import { runConfigure } from './runConfigure.ts';
import type { Session, SessionOptions } from './session.ts';

export interface StartSessionOptions extends SessionOptions {
  /** Handed to `configure_session`. @default {} */
  readonly custom_data?: Record<string, unknown> | undefined;
  /** Called with the session before it starts: subscribe here to miss nothing. */
  readonly prepare?: ((session: Session) => void) | undefined;
}

const START_OPTIONS: NameSet<keyof StartSessionOptions> = { ...SESSION_OPTIONS, custom_data: true, prepare: true };

/**
 * Runs `configure_session`, checks the config that it returns, also with its providers, and starts the session.
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
  checkOptions(options, START_OPTIONS);
  checkAgent(agent, ['configure_session', 'llm_response_handler']);
  checkParts(options);
  checkIo(io);
  checkCustomData(custom_data);
  let report: (error: AntiphonError) => void = options.logFailures === false ? () => {} : logFailure;
  const config = await runConfigure(
    (signal) => agent.configure_session({ custom_data, signal }),
    (cause) => report(new AntiphonError('config_failed', 'configure_session failed after it had settled', { cause })),
    options.scheduler,
  );
  const settings = parseConfig(config);
  await verifyConfig(settings, options.ports);
  const ports = openPorts(settings, options.ports);
  const { session, ...opened } = createOpenSession({ agent, config, settings, ports, io }, options);
  report = opened.report;
  options.prepare?.(session);
  session.start();
  return session;
}
