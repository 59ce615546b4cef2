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
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { applyRequest } from './applyRequest.ts';
import { createClient } from './client.ts';
import { createFunctions } from './functions.ts';
import { createHandler } from './handler.ts';
import type { HandlerCall } from './handler.ts';
import { createSpeechToText } from './speechToText.ts';
import { createProgress, recordedTurn } from './progress.ts';
import type { CustomParts } from '../../customParts.ts';
import { createTextToSpeech } from './textToSpeech.ts';
import { map } from 'rxjs';
import type { VadModel } from '../../../core/ports.ts';
import { findWindow } from '../recorded/windows.ts';

/** A conversation, played once more. */
export interface PlayedConversation {
  /** What the session told, in the format of a recording. */
  readonly output: readonly OutLine[];
  readonly calls: readonly HandlerCall[];
  /** What the client played. */
  readonly utterances: readonly PlayedUtterance[];
  readonly commits: readonly Commit[];
  /** How many of the recording's words the session came to know. */
  readonly wordsUpTo: number;
  /** Segments that brought words. */
  readonly segmentsWithWords: ReadonlySet<number>;
}

/** A turn of the user. */
export interface Commit {
  readonly turn: number;
  readonly text: string;
  readonly atMs: number;
  /** The turn of the recording that holds its last word; null: none does. */
  readonly recorded: number | null;
  /** How many of the recording's words the session knew. */
  readonly wordsUpTo: number;
  /** How many of its typed lines. */
  readonly typedUpTo: number;
  /** When it was typed; null: it was spoken. */
  readonly typedAtMs: number | null;
}

/** What is under way when the user hangs up is told within this time. */
const ENDING_MS = 1000;

/** Plays the conversation of a recording with this config, in virtual time. */
export async function runConversation(
  recorded: RecordedSession,
  config: SessionConfig<object>,
  own: CustomParts = {},
): Promise<PlayedConversation> {
  const clock = new VirtualClock();
  const trail = createProgress();
  const calls: HandlerCall[] = [];
  const commits: Commit[] = [];
  const told: OutLine[] = [];
  const { io, played } = createClient(recorded, trail, clock);
  const agent: Agent<object> = {
    configure_session: () => config,
    llm_response_handler: createHandler(recorded, () => trail.due, calls, clock),
    functions: createFunctions(recorded, clock),
  };
  const ports = {
    vad: createVadModel(recorded),
    stt: createSpeechToText(recorded, trail, clock),
    tts: createTextToSpeech(recorded, () => trail.due.recorded, clock),
  };
  const note = (line: OutLine): void => {
    told.push(line);
    const due = callAfter(line);
    if (due === undefined) return;
    const answers = due.round === 0 ? recordedTurn(recorded, trail) : trail.due.recorded;
    trail.due = { ...due, recorded: answers };
    const turn = valueOut(line, 'userTurn');
    const { wordsUpTo: heardUpTo, typed: typedUpTo, typedAtMs } = trail;
    if (turn !== undefined)
      commits.push({ ...turn, atMs: line.t, recorded: answers, wordsUpTo: heardUpTo, typedUpTo, typedAtMs });
  };
  const options = {
    ...own,
    ports,
    scheduler: clock,
    id: recorded.head.session,
    record: createObserver(clock, note),
    logFailures: false,
  };
  const session = createSession(agent, config, io, options);
  await runRequests(session, recorded, clock);
  return {
    output: told,
    calls,
    commits,
    utterances: played(),
    wordsUpTo: trail.wordsUpTo,
    segmentsWithWords: trail.segmentsWithWords,
  };
}

/** Notes what a session tells, and leaves its borders as they are. */
function createObserver(clock: VirtualClock, note: (line: OutLine) => void): Recorder {
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
async function runRequests(
  session: Session<object>,
  { asked, endMs }: RecordedSession,
  clock: VirtualClock,
): Promise<void> {
  const starts = asked.some((one) => one.asked.kind === 'start');
  if (!starts) session.start();
  for (const one of asked) clock.schedule(() => applyOwnerRequest(session, one.asked), one.atMs);
  await clock.run(endMs);
  session.close('ended_by_client');
  await clock.run(endMs + ENDING_MS);
}

function applyOwnerRequest(session: Session<object>, asked: SessionRequest): void {
  if (asked.kind === 'start') session.start();
  else if (asked.kind === 'end' && asked.reason !== 'agent_ended') session.close(asked.reason);
  else applyRequest(session, asked);
}

/** A VAD model that scores each window as it was scored in the recording. */
function createVadModel({ windows }: RecordedSession): VadModel {
  return {
    ...windows.format,
    score: (cut) => {
      let last = 0;
      return cut.pipe(
        map((samples) => {
          last = findWindow(samples, last);
          const score = windows.scores[last];
          if (score === undefined) throw new Error('a window that was not recorded');
          return score;
        }),
      );
    },
  };
}
