import { AntiphonError } from '../core/errors.ts';
import type { SessionIo } from '../core/ports.ts';
import type { Agent } from './agent.ts';
import { parseConfig } from './config.ts';
import { createSecretMask, findSecrets } from './config/findSecrets.ts';
import { openPorts, verifyConfig } from './config/ports.ts';
import { createOpenSession } from './createOpenSession.ts';
import { logFailure } from './failureLog.ts';
import { createLeftError, runConfigure } from './runConfigure.ts';
import type { Session, SessionOptions } from './session.ts';

export interface PrepareOptions extends SessionOptions {
  readonly custom_data: Record<string, unknown>;
  /** Fires when nobody waits for the session any more. */
  readonly signal?: AbortSignal | undefined;
}

/** A session that is configured, and of which nothing runs. */
export interface PreparedSession<SessionData extends object> {
  /** Replaces the secrets of the config in a text. */
  readonly mask: (text: string) => string;
  /** Creates the session, once. `prepare` is called with it before it starts. */
  start(io: SessionIo, prepare?: (session: Session) => void): Session<SessionData>;
}

/**
 * Runs `configure_session` and checks the config that it returns, also with its providers. Options, agent and custom data are
 * valid.
 *
 * @throws (rejects with) AntiphonError `config_failed`, also if `signal` fires, `config_timeout`, `config_invalid` or
 *   `provider_unavailable`
 */
export async function prepareSession<SessionData extends object>(
  agent: Agent<SessionData>,
  { custom_data, signal: left, ...options }: PrepareOptions,
): Promise<PreparedSession<SessionData>> {
  let report: (error: AntiphonError) => void = options.logFailures === false ? () => {} : logFailure;
  const config = await runConfigure(
    (signal) => agent.configure_session({ custom_data, signal }),
    (cause) => report(new AntiphonError('config_failed', 'configure_session failed after it had settled', { cause })),
    { scheduler: options.scheduler, left },
  );
  const settings = parseConfig(config);
  await verifyConfig(settings, options.ports);
  if (left?.aborted === true) throw createLeftError();
  const ports = openPorts(settings, options.ports);
  return {
    mask: createSecretMask(findSecrets(config)),
    start: (io, prepare) => {
      const { session, ...opened } = createOpenSession({ agent, config, settings, ports, io }, options);
      report = opened.report;
      prepare?.(session);
      session.start();
      return session;
    },
  };
}
