import { from, takeUntil } from 'rxjs';
import { maskKeys } from '../../core/maskKeys.ts';
import type { MediaAdapter } from '../../core/mediaAdapter.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { Agent } from '../../session/agent.ts';
import { prepareSession, type PreparedSession } from '../../session/prepareSession.ts';
import type { Session } from '../../session/session.ts';
import { driverOf } from '../../session/telemetry.ts';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';
import { antiphonV1 } from '../adapters/antiphonV1/antiphonV1.ts';
import { endings } from '../life/endings.ts';
import type { MediaConnectionOptions } from '../media/connectionState.ts';
import { createMediaConnection } from '../media/mediaConnection.ts';
import type { CallRequest, CallSetup, LiveCall } from './call.ts';
import { createLiveCall, type OpenCall } from './liveCall.ts';

/**
 * Configures a session that one client can join. Nothing of it runs before: it holds its config and two timers. It ends by itself
 * when nobody joins, when nobody does anything, and after `max_duration`.
 *
 * @throws (rejects with) the errors of `prepareSession`
 */
export async function startCall(
  id: string,
  request: CallRequest,
  setup: CallSetup,
  signal?: AbortSignal,
): Promise<LiveCall> {
  const { audio, adapter = antiphonV1, actions, updates, custom_data, max_duration, caller, headers = {} } = request;
  const {
    agent,
    log,
    timeouts,
    loop,
    admission: _admission,
    tokens: _tokens,
    claim: _claim,
    observer,
    ...rest
  } = setup;
  const options = { ...rest, telemetry: rest.telemetry && driverOf(rest.telemetry).forCaller(headers) };
  const { scheduler = monotonicScheduler } = options;
  const { resumeMs } = timeouts;
  const prepared = await prepareSession(agent as Agent<object>, { ...options, scheduler, id, custom_data, signal });
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + max_duration * 1000);
  let setOpened = (_session: Session): void => {};
  const opened = new Promise<Session>((resolve) => (setOpened = resolve));
  const mask = (text: string): string => maskKeys(prepared.mask(text));
  const report = (error: unknown): void => log.error({ session_id: id }, mask(messageOf(error)));
  const open = (joined: MediaAdapter = adapter): OpenCall => {
    const { allowsInterruptions } = prepared;
    const allowed = updates && { ...updates, functions: agent.functions ?? {} };
    const lines = { adapter: joined, actions, updates: allowed };
    const options = { audio, ...lines, allowsInterruptions, scheduler, loop, report, mask, resumeMs };
    const call = openCall(prepared, options, (started) => observer.watch(started, mask));
    observer.followClient(id, call.connection.presence);
    setOpened(call.session);
    return call;
  };
  const record = { id, owner: caller.name, createdAt, expiresAt, protocol: adapter.protocol };
  const call = createLiveCall(
    { ...record, audio, isResumable: resumeMs > 0 && adapter.capabilities.resumes },
    { open, abandon: prepared.abandon, failed: report },
  );
  endings({ ...timeouts, opened: from(opened), maxMs: max_duration * 1000, scheduler })
    .pipe(takeUntil(from(call.ended)))
    .subscribe((reason) => call.close(reason));
  return call;
}

function openCall(
  prepared: PreparedSession<object>,
  options: MediaConnectionOptions,
  watch: (session: Session) => void,
): OpenCall {
  const connection = createMediaConnection(options);
  const session = prepared.start(connection.io, (started) => {
    connection.follow(started);
    watch(started);
  });
  return { session, connection };
}
