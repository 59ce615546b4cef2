import { AntiphonError, asAntiphonError } from '../../core/errors.ts';
import type { SessionIo } from '../../core/ports.ts';
import type { Agent } from '../agent.ts';
import { parseConfig } from '../config/config.ts';
import { verifyConfig } from '../config/ports.ts';
import { createSecrets } from '../config/secrets.ts';
import { resumeIfAsked } from '../checkpoints/resume.ts';
import { selectContain, type Contain } from '../containment/containment.ts';
import { createPart } from '../containment/part.ts';
import { createOpenSession, type OpenSession, type SessionParts } from './createOpenSession.ts';
import { logFailure } from './failureLog.ts';
import { runConfigure } from '../agentCode/runConfigure.ts';
import type { SessionEndReason } from '../floor/types.ts';
import type { Session, SessionOptions } from '../session.ts';
import { createSessionId } from './sessionId.ts';
import { beginSetup, type SetupTrace } from '../telemetry.ts';
import { checkAnswers } from '../transcribingAgent.ts';
import { createLeftError } from '../../stream/withDeadline.ts';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';

export interface PrepareOptions extends SessionOptions {
  readonly custom_data: Record<string, unknown>;
  /** Called with the session before it starts. Nothing that it starts can end the process. */
  readonly prepare?: ((session: Session) => void) | undefined;
  /** Fires when the session is no longer wanted. */
  readonly signal?: AbortSignal | undefined;
}

/** A session that is configured and not yet running. */
export interface PreparedSession<SessionData extends object> {
  /** True if the user can interrupt the agent. */
  readonly allowsInterruptions: boolean;
  /** Masks the secrets of the config, and of updates of the session, in a text. */
  readonly mask: (text: string) => string;
  /** Creates the session with the application's transport. Call it once. */
  start(io: SessionIo): Session<SessionData>;
  /**
   * Creates the session with a transport of this library. Call it once. `follow` is called before `prepare`, with a
   * session whose streams are not contained.
   */
  serve(io: SessionIo, follow: (session: Session) => void): Session<SessionData>;
  /** Called instead of `start` if the session will not start. */
  abandon(reason: SessionEndReason): void;
}

/**
 * Runs `configure_session` and checks the returned config, also with its providers. Options, agent and custom data must
 * be valid.
 *
 * @throws (rejects with) AntiphonError `config_failed`, also if `signal` fires, `config_timeout`, `config_invalid` or
 *   `provider_unavailable`
 */
export async function prepareSession<SessionData extends object>(
  agent: Agent<SessionData>,
  { custom_data, signal: left, prepare, ...given }: PrepareOptions,
): Promise<PreparedSession<SessionData>> {
  const resumes = given.resumeFrom !== undefined;
  const { id = given.resumeFrom?.session_id ?? createSessionId(), scheduler = monotonicScheduler, logFailures } = given;
  const contain = selectContain(given.containment);
  const reports = createReports(logFailures === false ? () => {} : logFailure);
  const setup = beginSetup(given.telemetry, { id, scheduler, report: reports.report });
  const options = { ...given, id, scheduler, telemetry: setup.telemetry };
  try {
    const configured = await runConfigure(
      (signal) =>
        setup.configure(() => agent.configure_session({ custom_data, signal, ...(resumes && { resumed: true }) })),
      (cause) => reports.report(createLateError(cause)),
      { scheduler, left, contain },
    );
    setup.configured();
    const config = resumeIfAsked(configured, given);
    const settings = parseConfig(config);
    checkAnswers(agent, settings);
    await verifyConfig(settings, options.ports, { scheduler, left });
    if (left?.aborted === true) throw createLeftError();
    const secrets = createSecrets(config);
    const start = (
      transport: Pick<SessionParts<SessionData>, 'io' | 'hasOwnIo'>,
      follow?: (session: Session) => void,
    ) => {
      const parts = { agent, config, settings, secrets, customData: custom_data, ...transport };
      const opened = createOpenSession(parts, options);
      follow?.(opened.inner);
      if (prepare !== undefined) runPrepare(prepare, opened, contain);
      opened.session.start();
      reports.open(opened.report);
      return opened.session;
    };
    return {
      allowsInterruptions: settings.allowInterruptions,
      mask: secrets.mask,
      start: (io) => attempt(() => start({ io, hasOwnIo: true }), setup),
      serve: (io, follow) => attempt(() => start({ io, hasOwnIo: false }, follow), setup),
      abandon: setup.abandon,
    };
  } catch (error) {
    setup.abandon(left?.aborted === true ? 'cancelled' : asAntiphonError(error, 'config_failed'));
    throw error;
  }
}

/**
 * Runs `prepare`. Nothing that it starts can end the process. Ends the session if it throws.
 * @throws AntiphonError `tap_failed`
 */
function runPrepare<SessionData extends object>(
  prepare: (session: Session) => void,
  { session, report }: OpenSession<SessionData>,
  contain: Contain,
): void {
  const part = createPart({ label: 'prepare', path: 'prepare', code: 'tap_failed', report, contain });
  try {
    part.run(() => prepare(session));
  } catch (thrown) {
    session.close('part_failed');
    throw part.createError(thrown);
  }
}

function attempt<T>(start: () => T, { abandon }: SetupTrace): T {
  try {
    return start();
  } catch (error) {
    abandon('internal');
    throw error;
  }
}

function createLateError(cause: unknown): AntiphonError {
  return new AntiphonError('config_failed', 'configure_session failed after it had settled', { cause });
}

type Report = (error: AntiphonError) => void;

/** Creates reports that log failures and keep diagnostics until a session is open, and then go to the session. */
function createReports(log: Report): { readonly report: Report; readonly open: (report: Report) => void } {
  const kept: AntiphonError[] = [];
  let report: Report = (error) => {
    if (error.details.failure === false) kept.push(error);
    else log(error);
  };
  return {
    report: (error) => report(error),
    open: (opened) => {
      report = opened;
      kept.splice(0).forEach(opened);
    },
  };
}
