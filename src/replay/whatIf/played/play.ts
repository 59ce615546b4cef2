import type { OutLine } from '../../../record/format.ts';
import { sessionOutput } from '../../../record/sessionOutput.ts';
import type { Agent } from '../../../session/agent.ts';
import type { SessionConfig } from '../../../session/config.ts';
import { createSession } from '../../../session/createSession.ts';
import type { Session } from '../../../session/createSession.ts';
import type { SessionRequest, Recorder } from '../../../session/recording.ts';
import { VirtualClock } from '../../../time/virtualClock.ts';
import type { PlayedUtterance } from '../../../playback/playHeadDouble.ts';
import { callAfter } from '../recorded/answers.ts';
import { valueOut } from '../../lines.ts';
import type { Recorded } from '../recorded/recorded.ts';
import { carryOut } from './carryOut.ts';
import { client } from './client.ts';
import { ear } from './ear.ts';
import { functions } from './functions.ts';
import { model } from './model.ts';
import type { Call } from './model.ts';
import { recogniser } from './recogniser.ts';
import { newTrail, recordedTurn } from './trail.ts';
import type { CustomParts } from '../../customParts.ts';
import { voice } from './voice.ts';

/** A conversation, played once more. */
export interface Played {
  /** What the session told, in the format of a recording. */
  readonly told: readonly OutLine[];
  readonly calls: readonly Call[];
  /** What the client played. */
  readonly utterances: readonly PlayedUtterance[];
  readonly commits: readonly Commit[];
  /** How many of the recording's words the session came to know. */
  readonly heardUpTo: number;
  /** Segments that brought words. */
  readonly worded: ReadonlySet<number>;
}

/** A turn of the user. */
export interface Commit {
  readonly turn: number;
  readonly text: string;
  readonly atMs: number;
  /** The turn of the recording that holds its last word; null: none does. */
  readonly recorded: number | null;
  /** How many of the recording's words the session knew. */
  readonly heardUpTo: number;
  /** How many of its typed lines. */
  readonly typedUpTo: number;
  /** When it was typed; null: it was spoken. */
  readonly typedAtMs: number | null;
}

/** What is under way when the user hangs up is told within this time. */
const ENDING_MS = 1000;

/** Plays the conversation of a recording with this config, in virtual time. */
export async function play(recorded: Recorded, config: SessionConfig<object>, own: CustomParts = {}): Promise<Played> {
  const clock = new VirtualClock();
  const trail = newTrail();
  const calls: Call[] = [];
  const commits: Commit[] = [];
  const told: OutLine[] = [];
  const { io, played } = client(recorded, trail, clock);
  const agent: Agent<object> = {
    configure_session: () => config,
    llm_response_handler: model(recorded, () => trail.due, calls, clock),
    functions: functions(recorded, clock),
  };
  const ports = {
    vad: ear(recorded),
    stt: recogniser(recorded, trail, clock),
    tts: voice(recorded, () => trail.due.recorded, clock),
  };
  const note = (line: OutLine): void => {
    told.push(line);
    const due = callAfter(line);
    if (due === undefined) return;
    const answers = due.round === 0 ? recordedTurn(recorded, trail) : trail.due.recorded;
    trail.due = { ...due, recorded: answers };
    const turn = valueOut(line, 'userTurn');
    const { heardUpTo, typed: typedUpTo, typedAtMs } = trail;
    if (turn !== undefined) commits.push({ ...turn, atMs: line.t, recorded: answers, heardUpTo, typedUpTo, typedAtMs });
  };
  const options = {
    ...own,
    ports,
    scheduler: clock,
    id: recorded.head.session,
    record: witness(clock, note),
    logFailures: false,
  };
  const session = createSession(agent, config, io, options);
  await conduct(session, recorded, clock);
  return { told, calls, commits, utterances: played(), heardUpTo: trail.heardUpTo, worded: trail.worded };
}

/** Notes what a session tells, and leaves its borders as they are. */
function witness(clock: VirtualClock, note: (line: OutLine) => void): Recorder {
  return {
    begin: ({ borders }) => ({
      borders,
      request: (_asked, carryOut) => carryOut(),
      observe: (told) => {
        sessionOutput(told).subscribe(({ name, value }) => note({ t: clock.now(), out: name, v: value }));
      },
    }),
  };
}

/** Everything that was asked of the session is asked at its time; at the end of the recording the user is gone. */
async function conduct(session: Session<object>, { asked, endMs }: Recorded, clock: VirtualClock): Promise<void> {
  const starts = asked.some((one) => one.asked.kind === 'start');
  if (!starts) session.start();
  for (const one of asked) clock.schedule(() => ask(session, one.asked), one.atMs);
  await clock.run(endMs);
  session.close('ended_by_client');
  await clock.run(endMs + ENDING_MS);
}

function ask(session: Session<object>, asked: SessionRequest): void {
  if (asked.kind === 'start') session.start();
  else if (asked.kind === 'end' && asked.reason !== 'agent_ended') session.close(asked.reason);
  else carryOut(session, asked);
}
