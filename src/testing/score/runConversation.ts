import { filter } from 'rxjs';
import type { Metric } from '../../core/metric.ts';
import type { Agent } from '../../session/agent.ts';
import { createSession } from '../../session/createSession.ts';
import type { Session } from '../../session/session.ts';
import { microphone } from '../audio.ts';
import { runAs } from '../../time/caller.ts';
import { VirtualClock } from '../../time/virtualClock.ts';
import { createLlmDouble } from '../doubles/llm.ts';
import { createTransportDouble, type TransportDouble } from '../../playback/transportDouble.ts';
import { createTtsDouble } from '../doubles/tts.ts';
import { createVadDouble } from '../doubles/vad.ts';
import { configureSession } from './configureSession.ts';
import type { UserSound } from './actions.ts';
import { scheduleActions } from './scheduleActions.ts';
import type { ScoreOptions } from './options.ts';
import { createCallTracker, type CallTracker } from './callTracker.ts';
import { trackAgent, type Charge } from './trackAgent.ts';
import type { ConversationLog, RealTimeNote, TimedMessage, TimedError } from './conversationLog.ts';
import { watchTimers, type TimerWatch } from './watchTimers.ts';
import { createTimedStt } from './timedStt.ts';
import type { Script } from './script.ts';
import { parseMs } from './time.ts';

/** Runs the conversation to its end. Rejects with an exception of scheduled work. */
export async function runConversation<SessionData extends object>(
  agent: Agent<SessionData>,
  { actions: cues }: Script,
  options: ScoreOptions,
): Promise<ConversationLog> {
  const { custom_data = {}, clock = new VirtualClock(), lasting = '30s' } = options;
  const configured = await configureSession(agent, custom_data, clock);
  const stretches: UserSound[] = [];
  const nowMs = createStopwatch(clock);
  const io = createClientIo(stretches, clock, options);
  const own = createCallTracker();
  const timers = watchTimers();
  const session = createSession(
    createPlayedAgent(agent, own, clock, options),
    { ...configured, ...options.config },
    io,
    {
      id: 'ses_score',
      scheduler: clock,
      ports: createPorts(stretches, clock, nowMs, options),
      splice: timers.splices(options.splice),
      stages: timers.stages(options.stages),
      record: options.record,
    },
  );
  const notes = collectOutput(session, nowMs);
  const doing = scheduleActions(cues, { io, sounds: stretches, clock, nowMs, events: session.events$ });
  session.start();
  const advance = (ms: number): Promise<void> => clock.run(clock.now() + ms, own.wait);
  try {
    for (let until = -1; until < doing.untilMs(); await advance(until - nowMs()))
      until = doing.untilMs() + parseMs(lasting);
    session.close('ended_by_api');
    await advance(END_MS);
  } finally {
    timers.stop();
  }
  const realTime = createRealTimeNotes(own, timers);
  return { ...notes, actions: doing.done, started: doing.started, missed: doing.missed(), realTime };
}

/** Describes calls and timers that took real time. */
function createRealTimeNotes(own: CallTracker, timers: TimerWatch): readonly RealTimeNote[] {
  const lost = (text: string): RealTimeNote => ({ text, isLost: true });
  return [
    ...[...timers.found()].map(([name, ms]) =>
      lost(
        `${name} waits in real time, with a timer of ${ms} ms, and virtual time does not wait for it: use the scheduler`,
      ),
    ),
    ...own
      .abandoned()
      .map((name) => lost(`${name} waited for more than 2 s of real time, so virtual time went on without it`)),
    ...[...own.waited()]
      .filter(([name, ms]) => Math.round(ms) > 0 && !own.abandoned().includes(name))
      .map(([name, ms]) => ({ text: `${name} waited for ${Math.round(ms)} ms of real time`, isLost: false })),
  ];
}

/** Time for the session to end, in ms. */
const END_MS = 1000;
/** Frames are as long as a window of the VAD, for round times. */
const FRAME_MS = 32;

function createStopwatch(clock: VirtualClock): () => number {
  const start = clock.now();
  return () => clock.now() - start;
}

/** Creates the client; its microphone is silent while it is disconnected. */
function createClientIo(
  stretches: readonly UserSound[],
  scheduler: VirtualClock,
  { doubles }: ScoreOptions,
): TransportDouble {
  const audioIn = microphone(stretches, { scheduler, frameMs: FRAME_MS }).pipe(filter(() => io.user.connected.value));
  const io: TransportDouble = createTransportDouble({ ...doubles?.client, audioIn, scheduler });
  return io;
}

/** The agent with tracked calls, and with a double of its handler if `llm` is given. */
function createPlayedAgent<SessionData extends object>(
  agent: Agent<SessionData>,
  own: CallTracker,
  scheduler: VirtualClock,
  { llm, doubles, realTime }: ScoreOptions,
): Agent<SessionData> {
  const charge: Charge = (ms, call) =>
    realTime === 'charged' && ms > 0 ? runAs(call, () => scheduler.sleep(ms)) : undefined;
  const self = trackAgent(agent, own, charge);
  if (llm === undefined) return self;
  const value = createLlmDouble(llm, { ...doubles?.llm, scheduler });
  return Object.create(self, { llm_response_handler: { value } }) as Agent<SessionData>;
}

function createPorts(
  stretches: readonly UserSound[],
  scheduler: VirtualClock,
  nowMs: () => number,
  { doubles, ports }: ScoreOptions,
): ScoreOptions['ports'] {
  const currentSound = (): UserSound | undefined => stretches.findLast(({ atMs }) => atMs < nowMs());
  return {
    vad: createVadDouble({ ...doubles?.vad, scheduler }),
    stt: createTimedStt({ ...doubles?.stt, scheduler, currentSound }),
    tts: createTtsDouble({ ...doubles?.tts, scheduler }),
    ...ports,
  };
}

function collectOutput<SessionData extends object>(
  session: Session<SessionData>,
  nowMs: () => number,
): Pick<ConversationLog, 'events' | 'errors' | 'messages' | 'metrics'> {
  const notes = {
    events: [] as ConversationLog['events'][number][],
    errors: [] as TimedError[],
    messages: [] as TimedMessage[],
    metrics: [] as Metric[],
  };
  session.edges.metrics.subscribe((metric) => notes.metrics.push(metric));
  session.events$.subscribe((event) => notes.events.push(event));
  session.errors$.subscribe((error) => notes.errors.push({ atMs: nowMs(), error }));
  session.history$.subscribe((history) => {
    const added = history.slice(notes.messages.length);
    notes.messages.push(...added.map(({ message }) => ({ atMs: nowMs(), message })));
  });
  return notes;
}
