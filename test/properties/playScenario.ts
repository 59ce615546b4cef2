import { filter, identity, take } from 'rxjs';
import type { Agent } from '../../src/session/agent.ts';
import type { Ports } from '../../src/session/config/ports.ts';
import type { SessionConfig } from '../../src/session/config/config.ts';
import { createSession } from '../../src/session/opening/createSession.ts';
import type { Session } from '../../src/session/session.ts';
import type { Recorder } from '../../src/session/recording.ts';
import type { Splices } from '../../src/session/splices/splice.ts';
import type { Stages } from '../../src/session/stages.ts';
import type { SessionTelemetry } from '../../src/session/telemetry.ts';
import type { ReplyRequest } from '../../src/core/speech.ts';
import type { TurnCommand } from '../../src/core/ports.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import type { TransportDouble } from '../../src/playback/transportDouble.ts';
import { agentOf } from './scenarioAgent.ts';
import { configOf, portsOf, splicesOf, transportOf, updateOf, type DoubleOptions } from './scenarioParts.ts';
import { observe, type UntimedEntry } from './observe.ts';
import { PeakLedger } from './peakLedger.ts';
import type { Entry, Recording } from './recording.ts';
import {
  BACKGROUND,
  lastMs,
  placed,
  timed,
  words,
  type Act,
  type Reaction,
  type Scenario,
  type TestData,
} from './scenario.ts';

/**
 * After so much quiet everything that was under way is over: no timeout of the law is longer, alone or in a row. Twice as long with handoffs in a row, and with
 * calls in the background, each of which may be answered with the next one.
 */
const QUIET_MS = 240_000;
/** Nothing may be left so long after the end was requested. */
const END_MS = 2000;

/** Where a conversation takes place. */
interface RunningScenario {
  readonly scenario: Scenario;
  readonly doubled: DoubleOptions;
  readonly clock: VirtualClock;
  readonly io: TransportDouble;
  readonly session: Session<TestData>;
  readonly entries: readonly Entry[];
  log(entry: UntimedEntry): void;
}

/** Who plays a scenario. */
export interface SessionParts {
  readonly agent: Agent<TestData>;
  readonly io: TransportDouble;
  readonly ports: Ports;
}

/** What is not as the scenario has it. */
export interface Replacements {
  /** Stages in place of the standard ones. */
  readonly stages?: Stages | undefined;
  /** Splices, in addition to those of the scenario. */
  readonly splice?: Splices | undefined;
  /** Puts others in the place of those who play. */
  readonly replaceParts?: ((parts: SessionParts, clock: VirtualClock) => SessionParts) | undefined;
  readonly clock?: VirtualClock | undefined;
  readonly config?: Partial<SessionConfig<TestData>> | undefined;
  readonly telemetry?: SessionTelemetry | undefined;
}

/**
 * Plays a scenario in virtual time, to its end and beyond. The scenario describes all parts of the session itself, so that
 * nothing of `createTestSession` would remain.
 */
export async function playScenario(
  scenario: Scenario,
  record?: Recorder,
  change: Replacements = {},
): Promise<Recording> {
  const { stages, config, telemetry, replaceParts = identity, clock = new VirtualClock() } = change;
  const ledger = new PeakLedger();
  const entries: Entry[] = [];
  const log = (entry: UntimedEntry): void => void entries.push({ ...entry, atMs: clock.now() });
  const doubled = { scheduler: clock, ledger, log };
  const configured = { ...configOf(scenario), ...config };
  const { agent, io, ports } = replaceParts(
    {
      agent: agentOf(scenario, configured, doubled),
      io: transportOf(scenario, doubled),
      ports: portsOf(scenario, doubled),
    },
    clock,
  );
  const splice = { ...splicesOf(scenario), ...change.splice };
  const options = { scheduler: clock, id: 'ses_property', splice, stages, ports, record, telemetry };
  const running: RunningScenario = {
    scenario,
    doubled,
    clock,
    io,
    entries,
    log,
    session: createSession(agent, configured, io, options),
  };
  observe(running.session, io, log);
  const ended = endOf(running);
  react(scenario.reactions, agent, running);
  running.session.start();
  for (const [n, { atMs, act }] of timed(scenario.acts).entries())
    clock.schedule(() => carryOut(act, n, running), atMs);
  press(running);
  const quietMs = lastMs(scenario) + QUIET_MS * (isLong(scenario) ? 2 + countRequests(scenario) : 1);
  await clock.run(quietMs);
  const openAtQuiet = ledger.open();
  running.session.end({ after: 'now' });
  await clock.run(quietMs + END_MS);
  const left = { subscriptions: ledger.open(), work: clock.pending };
  return {
    scenario,
    config: configured,
    entries,
    quietMs,
    endedMs: ended.atMs,
    peaks: ledger.peaks,
    openAtQuiet,
    left,
  };
}

/** Counts the requested replies: their words may begin a further row of handoffs. */
function countRequests({ acts }: Scenario): number {
  return acts.filter(({ kind }) => kind === 'respond').length;
}

function isLong({ modes, completions }: Scenario): boolean {
  return modes !== undefined || completions.some(({ calls }) => calls.some((name) => name in BACKGROUND));
}

function endOf({ session, clock, log }: RunningScenario): { readonly atMs: number | null } {
  const end: { atMs: number | null } = { atMs: null };
  void session.ended.then(() => {
    end.atMs = clock.now();
    log({ of: 'act', value: 'ended' });
  });
  return end;
}

function carryOut(act: Act, n: number, running: RunningScenario): void {
  running.log({ of: 'act', value: act.kind });
  if (isCommand(act)) running.io.user.turns.next(act.kind);
  else if (act.kind === 'cancel') cancel(act.back, running);
  else if (act.kind === 'respond') running.session.respond(requestOf(act, n));
  else carryOutAct(act, n, running);
}

type Command = Extract<Act, { kind: TurnCommand }>;
type PlainAct = Exclude<Act, Command | { kind: 'cancel' | 'respond' }>;

function isCommand(act: Act): act is Command {
  return act.kind === 'commit' || act.kind === 'clear';
}

function carryOutAct(act: PlainAct, n: number, { clock, io, session, scenario, doubled, log }: RunningScenario): void {
  const later = (ms: number, undo: () => void): void => {
    clock.schedule(() => {
      log({ of: 'act', value: `${act.kind as Lasting} over` });
      undo();
    }, ms);
  };
  switch (act.kind) {
    case 'type':
      return io.user.text.next(words(`t${n}`, act.words));
    case 'say':
      return session.say(words(`Y${n}`, act.words));
    case 'interrupt':
      return session.interrupt();
    case 'end':
      return session.end();
    case 'end now':
      return session.end({ after: 'now' });
    case 'close':
      return session.close('ended_by_client');
    case 'update':
      return session.update(updateOf(act.changes, n, scenario, doubled));
    case 'freeze':
      io.freeze();
      return later(act.forMs, () => io.thaw());
    case 'disconnect':
      io.user.connected.next(false);
      return later(act.forMs, () => io.user.connected.next(true));
    case 'mute':
      io.user.muted.next(true);
      return later(act.forMs, () => io.user.muted.next(false));
  }
}

function requestOf({ request, words: count }: Extract<Act, { kind: 'respond' }>, n: number): ReplyRequest {
  const instructions = count === 0 || n % 2 === 0 ? { instructions: `I${n}` } : {};
  return { ...request, ...instructions, ...(count > 0 && { text: words(`q${n}`, count) }) };
}

function cancel(back: number, { entries, session, log }: RunningScenario): void {
  const begun = entries.flatMap(({ of, value }) => (of === 'call' && value.kind === 'begun' ? [value] : []));
  const call = begun.at(-1 - back);
  if (call === undefined) return;
  log({ of: 'call', value: { ...call, kind: 'cancelled' } });
  session.cancel(call.id);
}

/** The user holds a button for each sound, and the microphone is muted otherwise. */
function press({ scenario, clock, io }: RunningScenario): void {
  const releases = scenario.modes?.releases ?? null;
  if (releases === null) return;
  io.user.muted.next(true);
  for (const [n, { atMs, forMs }] of placed(scenario.voice).entries()) {
    const release = releases[n % releases.length] ?? 'mute';
    clock.schedule(() => io.user.muted.next(false), atMs);
    clock.schedule(() => {
      if (release !== 'mute') io.user.turns.next(release);
      io.user.muted.next(true);
    }, atMs + forMs);
  }
}

type Lasting = Extract<Act, { forMs: number }>['kind'];

/** What the developer does when something happens; what a handler throws is its own affair. */
function react(reactions: readonly Reaction[], agent: Agent<TestData>, { session }: RunningScenario): void {
  reactions.forEach(({ on, kind, from }, n) => {
    let times = 0;
    const respond = (): void => {
      times += 1;
      if (times > 2) return;
      if (kind === 'say') session.say(words(`R${n}r${times}`, 2));
      if (kind === 'interrupt') session.interrupt();
      if (kind === 'end') session.end();
      if (kind === 'throw' && from === 'handler') throw new Error('the event handler fails, as it was told');
    };
    if (from === 'handler') agent[on] = respond;
    else
      session.events$
        .pipe(
          filter(({ name }) => name === on),
          take(2),
        )
        .subscribe(respond);
  });
}
