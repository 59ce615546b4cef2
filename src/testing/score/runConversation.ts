import type { Observable } from 'rxjs';
import type { AudioFrame } from '../../core/audio.ts';
import type { Message } from '../../core/message.ts';
import type { Metric } from '../../core/metric.ts';
import type { Agent } from '../../session/agent.ts';
import type { SessionConfig } from '../../session/config/config.ts';
import { closeSpans } from '../../draw/model.ts';
import { logSteps } from '../../session/explain/logSteps.ts';
import { createStepLog } from '../../session/explain/stepLog.ts';
import type { HistoryEntry } from '../../session/history.ts';
import { createSession } from '../../session/opening/createSession.ts';
import type { SessionEvent } from '../../session/events.ts';
import { passThrough } from '../../session/recording.ts';
import type { Session } from '../../session/session.ts';
import { VirtualClock } from '../../time/virtualClock.ts';
import type { UserSound } from './actions.ts';
import { createCallTracker, type CallTracker } from './callTracker.ts';
import { configureSession } from './configureSession.ts';
import type { ConversationLog, TimedError, TimedMessage, RealTimeNote } from './conversationLog.ts';
import { followFunctions } from './followFunctions.ts';
import { createLiveState } from './liveConversation.ts';
import { createClientDouble, createPlayedAgent, createPorts } from './createDoubles.ts';
import type { EmbeddedEngines } from '../suite/embedded.ts';
import type { ScoreOptions } from './options.ts';
import { createReasons } from './reasons.ts';
import { scheduleActions } from './scheduleActions.ts';
import type { Script } from './scoreLines.ts';
import { parseMs } from './time.ts';
import { watchTimers, type TimerWatch } from './watchTimers.ts';

/** Time allowed for the session to end, in ms. */
const END_MS = 1000;

/** The parts of a conversation that are not doubles. */
export interface RealParts {
  /** The user's audio. */
  readonly audioIn?: Observable<AudioFrame> | undefined;
  readonly engines?: EmbeddedEngines | undefined;
}

/** Runs the conversation to its end. Rejects with an exception of scheduled work. */
export async function runConversation<SessionData extends object>(
  agent: Agent<SessionData>,
  { actions }: Script,
  options: ScoreOptions,
  { audioIn, engines }: RealParts = {},
): Promise<ConversationLog> {
  const { custom_data = {}, clock = new VirtualClock(), lasting = '30s' } = options;
  const configured = await configureSession(agent, custom_data, clock);
  const startMs = clock.now();
  const nowMs = (): number => clock.now() - startMs;
  const sounds: UserSound[] = [];
  const io = createClientDouble(sounds, clock, options, audioIn);
  const calls = createCallTracker();
  const timers = watchTimers();
  const played = createPlayedAgent(agent, calls, clock, options);
  const currentSound = (): UserSound | undefined => sounds.findLast(({ atMs }) => atMs < nowMs());
  const doubles = createPorts(currentSound, clock, options, configured.model?.output);
  const log = createStepLog();
  const session = createSession(played, { ...configured, ...heardAsItIs(options), ...options.config }, io, {
    id: 'ses_score',
    scheduler: clock,
    ports: { ...doubles, ...engines?.createPorts(configured), ...options.ports },
    splice: timers.splices(options.splice),
    stages: timers.stages(options.stages),
    taps: options.taps,
    record: logSteps(options.record ?? passThrough, log),
  });
  const output = collectOutput(session, nowMs);
  const functions = followFunctions(session, nowMs);
  const messages = (): readonly Message[] => output.messages.map(({ message }) => message);
  const { live, ...state } = createLiveState({ clock, nowMs, events: session.events$, messages });
  const schedule = scheduleActions(actions, { io, session, sounds, live, clock, nowMs, events: session.events$ });
  session.start();
  const wait = (): Promise<void> | undefined => state.wait() ?? calls.wait() ?? engines?.wait();
  const advance = (ms: number): Promise<void> => clock.run(clock.now() + ms, wait);
  const isOver = (until: number): boolean =>
    state.failures.length > 0 || until >= Math.max(schedule.untilMs(), state.keptUntilMs());
  try {
    for (let until = -1; !isOver(until); await advance(until - nowMs()))
      until = Math.max(schedule.untilMs() + parseMs(lasting), state.keptUntilMs());
    session.close('ended_by_api');
    await advance(END_MS);
  } finally {
    timers.stop();
  }
  if (state.failures.length > 0) throw state.failures[0];
  const { done, started } = schedule;
  return {
    ...output,
    functions: closeSpans(functions(), nowMs()),
    actions: [...done, ...state.moments],
    started,
    missed: schedule.missed(),
    realTime: describeRealTime(calls, timers),
    reasons: createReasons(log, startMs),
  };
}

/** Turns noise suppression off, because it would change the coded audio that the VAD double reads. */
function heardAsItIs({ ports }: ScoreOptions): Partial<SessionConfig<never>> {
  return ports?.vad === undefined ? { noise_suppression: 'none' } : {};
}

function collectOutput<SessionData extends object>(
  session: Session<SessionData>,
  nowMs: () => number,
): Pick<ConversationLog, 'events' | 'errors' | 'messages' | 'metrics'> {
  const events: SessionEvent[] = [];
  const errors: TimedError[] = [];
  const messages: TimedMessage[] = [];
  const metrics: Metric[] = [];
  session.edges.metrics.subscribe((metric) => metrics.push(metric));
  session.events$.subscribe((event) => events.push(event));
  session.errors$.subscribe((error) => errors.push({ atMs: nowMs(), error }));
  let before: readonly HistoryEntry[] = [];
  session.history$.subscribe((history) => {
    const at = findInserted(before, history) ?? messages.length;
    const end = at === messages.length ? history.length : at + 1;
    const added = history.slice(at, end);
    messages.splice(at, 0, ...added.map(({ message }) => ({ atMs: nowMs(), message })));
    before = history;
  });
  return { events, errors, messages, metrics };
}

/** Finds the message that late words of the user inserted before others. Returns undefined if every message was appended. */
function findInserted(before: readonly HistoryEntry[], history: readonly HistoryEntry[]): number | undefined {
  if (history.length !== before.length + 1) return undefined;
  const at = before.findIndex((entry, n) => history[n] !== entry);
  return at >= 0 && history[at + 1] === before[at] ? at : undefined;
}

function describeRealTime(calls: CallTracker, timers: TimerWatch): readonly RealTimeNote[] {
  const abandoned = calls.abandoned();
  const lost = [
    ...[...timers.found()].map(
      ([name, ms]) =>
        `${name} waits in real time, with a timer of ${ms} ms, and virtual time does not wait for it: use the scheduler`,
    ),
    ...abandoned.map((name) => `${name} waited for more than 2 s of real time, so virtual time went on without it`),
  ];
  const waited = [...calls.waited()].filter(([name, ms]) => Math.round(ms) > 0 && !abandoned.includes(name));
  return [
    ...lost.map((text) => ({ text, isLost: true })),
    ...waited.map(([name, ms]) => ({ text: `${name} waited for ${Math.round(ms)} ms of real time`, isLost: false })),
  ];
}
