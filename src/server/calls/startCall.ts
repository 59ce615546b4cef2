import { from, takeUntil } from 'rxjs';
import { maskKeys } from '../../core/maskKeys.ts';
import type { MediaAdapter, MediaCapabilities } from '../../core/mediaAdapter.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { SessionLine } from '../../core/ports.ts';
import type { Agent } from '../../session/agent.ts';
import { prepareSession, type PreparedSession } from '../../session/prepareSession.ts';
import type { Session } from '../../session/session.ts';
import { driverOf } from '../../session/telemetry.ts';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';
import { antiphonV1 } from '../protocols/antiphonV1.ts';
import type { FoundSession } from '../checkpoints/checkpoints.ts';
import { endings } from '../life/endings.ts';
import type { MediaConnectionOptions } from '../media/connectionState.ts';
import { createMediaConnection } from '../media/mediaConnection.ts';
import { CREATED, TAKEN_OVER } from '../life/callStatus.ts';
import type { CallRequest, CallSetup, LiveCall, OpenCall } from './call.ts';
import { describeTaken, keepCall, timesOf } from '../checkpoints/keepCall.ts';
import { createLiveCall } from './liveCall.ts';

/**
 * Configures a session that one client can join. Until then nothing runs: the call holds only the configuration and two
 * timers. It ends when nobody joins, when it is idle for too long, and after `max_duration`.
 *
 * @throws (rejects with) the errors of `prepareSession` and of `confirm`
 */
export async function startCall(
  id: string,
  request: CallRequest,
  setup: CallSetup,
  signal?: AbortSignal,
  found?: FoundSession,
): Promise<LiveCall> {
  const { audio, adapter = antiphonV1, actions, updates, custom_data, max_duration, caller, headers = {} } = request;
  const { protocol, capabilities } = adapter;
  const { agent, log, timeouts, loop, checkpoints, observer, ...rest } = sessionPartOf(setup);
  const options = { ...rest, telemetry: rest.telemetry && driverOf(rest.telemetry).forCaller(headers) };
  const { scheduler = monotonicScheduler } = options;
  const resuming = { resumeFrom: found?.checkpoint, checkpointBytes: checkpoints?.maxBytes };
  const session = { ...options, ...resuming, scheduler, id, custom_data, signal };
  const prepared = await prepareSession(agent as Agent<object>, session);
  await confirmStart(request, prepared, signal);
  const times = timesOf(max_duration, found);
  const takenOver = found && describeTaken(found);
  const resumeMs = waitsFor(request, capabilities) ? timeouts.resumeMs : 0;
  const isResumable = resumeMs > 0;
  const kept = { owner: caller.name, protocol, audio, custom_data, times, epoch: found?.epoch ?? 0 };
  let setOpened = (_session: Session): void => {};
  const opened = new Promise<Session>((resolve) => (setOpened = resolve));
  const mask = (text: string): string => maskKeys(prepared.mask(text));
  const report = (error: unknown): void => log.error({ session_id: id }, mask(messageOf(error)));
  const open = (joined: MediaAdapter): OpenCall => {
    const { allowsInterruptions } = prepared;
    const allowed = updates && { ...updates, functions: agent.functions ?? {} };
    const line = { protocol: joined.protocol, ...numbersOf(custom_data) };
    const lines = { adapter: joined, actions, line, updates: allowed };
    const options = { audio, ...lines, allowsInterruptions, scheduler, loop, report, mask, resumeMs, takenOver };
    const call = openCall(prepared, options, (created) => {
      observer.watch(created.session, mask);
      if (isResumable) keepCall(checkpoints, created, kept);
    });
    observer.followClient(id, call.connection.presence);
    setOpened(call.session);
    return call;
  };
  const { leftMs: maxMs, ...dates } = times;
  const record = { id, owner: caller.name, ...dates, protocol, audio, custom_data, isResumable, adapter };
  const steps = { open, abandon: prepared.abandon, failed: report };
  const call = createLiveCall(record, steps, found === undefined ? CREATED : TAKEN_OVER);
  endings({ ...timeouts, opened: from(opened), maxMs, scheduler })
    .pipe(takeUntil(from(call.ended)))
    .subscribe((reason) => call.close(reason));
  return call;
}

async function confirmStart(
  { confirm }: CallRequest,
  prepared: Pick<PreparedSession<object>, 'abandon'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (confirm === undefined) return;
  try {
    await confirm();
    signal?.throwIfAborted();
  } catch (error) {
    prepared.abandon('internal');
    throw error;
  }
}

/** Selects the numbers of a telephone call. All carriers that send numbers use the same names. */
function numbersOf({ from: caller, to: called }: CallRequest['custom_data']): Omit<SessionLine, 'protocol'> {
  return {
    ...(typeof caller === 'string' && { from: caller }),
    ...(typeof called === 'string' && { to: called }),
  };
}

/** Checks whether a session waits for a client that loses its connection. */
function waitsFor({ returns }: CallRequest, { resumes }: MediaCapabilities): boolean {
  return resumes || returns === true;
}

/** Omits the fields that a session does not receive. */
function sessionPartOf({
  admission: _admission,
  tokens: _tokens,
  claim: _claim,
  claimTaken: _claimTaken,
  claimEnded: _claimEnded,
  addressesOf: _addressesOf,
  ...part
}: CallSetup): Omit<CallSetup, 'admission' | 'tokens' | 'claim' | 'claimTaken' | 'claimEnded' | 'addressesOf'> {
  return part;
}

function openCall(
  prepared: PreparedSession<object>,
  options: MediaConnectionOptions & Pick<OpenCall, 'adapter'>,
  watch: (created: OpenCall) => void,
): OpenCall {
  const connection = createMediaConnection(options);
  const session = prepared.serve(connection.io, (started) => {
    connection.follow(started);
    watch({ adapter: options.adapter, session: started, connection });
  });
  return { adapter: options.adapter, session, connection };
}
