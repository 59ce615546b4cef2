import type { OutLine } from '../../../record/format.ts';
import { sessionOutput } from '../../../record/sessionOutput.ts';
import type { Agent } from '../../../session/agent.ts';
import type { SessionConfig } from '../../../session/config.ts';
import { createSession } from '../../../session/createSession.ts';
import type { Session } from '../../../session/session.ts';
import type { Recorder } from '../../../session/recording.ts';
import { VirtualClock } from '../../../time/virtualClock.ts';
import type { PlayedUtterance } from '../../../playback/playedUtterance.ts';
import { callAfter } from '../recorded/answers.ts';
import { valueOut } from '../../lines.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { applyOwnerRequest } from '../../applyRequest.ts';
import { createClient } from './client.ts';
import { createFunctions } from './functions.ts';
import { createHandler, type HandlerCall } from './handler.ts';
import { createSpeechToText } from './speechToText.ts';
import { createProgress, recordedTurn } from './progress.ts';
import type { CustomParts } from '../../customParts.ts';
import { createTextToSpeech } from './textToSpeech.ts';
import { map } from 'rxjs';
import type { VadModel } from '../../../core/ports.ts';
import { findWindow } from '../recorded/windows.ts';

/** A conversation that was run again. */
export interface PlayedConversation {
  /** The output of the session, in the format of a recording. */
  readonly output: readonly OutLine[];
  readonly calls: readonly HandlerCall[];
  /** The utterances that the client played. */
  readonly utterances: readonly PlayedUtterance[];
  readonly commits: readonly Commit[];
  /** How many of the recorded words were recognised. */
  readonly wordsUpTo: number;
  /** Segments with words. */
  readonly segmentsWithWords: ReadonlySet<number>;
}

/** A turn of the user. */
export interface Commit {
  readonly turn: number;
  readonly text: string;
  readonly atMs: number;
  /** The turn of the recording that contains its last word; null: there is none. */
  readonly recorded: number | null;
  /** How many of the recorded words were recognised by then. */
  readonly wordsUpTo: number;
  /** How many typed lines had come. */
  readonly typedUpTo: number;
  /** When it was typed; null: it was spoken. */
  readonly typedAtMs: number | null;
}

/** Time for the session to end after the user has hung up, in ms. */
const ENDING_MS = 1000;

/** Runs the conversation of a recording with a config, in virtual time. */
export async function runConversation(
  recorded: RecordedSession,
  config: SessionConfig<object>,
  own: CustomParts = {},
): Promise<PlayedConversation> {
  const clock = new VirtualClock();
  const progress = createProgress();
  const calls: HandlerCall[] = [];
  const commits: Commit[] = [];
  const output: OutLine[] = [];
  const { io, played } = createClient(recorded, progress, clock);
  const agent: Agent<object> = {
    configure_session: () => config,
    llm_response_handler: createHandler(recorded, () => progress.due, calls, clock),
    functions: createFunctions(recorded, clock),
  };
  const ports = {
    vad: createVadModel(recorded),
    stt: createSpeechToText(recorded, progress, clock),
    tts: createTextToSpeech(recorded, () => progress.due.recorded, clock),
  };
  const note = (line: OutLine): void => {
    output.push(line);
    const due = callAfter(line);
    if (due === undefined) return;
    const answers = due.round === 0 ? recordedTurn(recorded, progress) : progress.due.recorded;
    progress.due = { ...due, recorded: answers };
    const turn = valueOut(line, 'userTurn');
    const { wordsUpTo, typed: typedUpTo, typedAtMs } = progress;
    if (turn !== undefined) commits.push({ ...turn, atMs: line.t, recorded: answers, wordsUpTo, typedUpTo, typedAtMs });
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
    output,
    calls,
    commits,
    utterances: played(),
    wordsUpTo: progress.wordsUpTo,
    segmentsWithWords: progress.segmentsWithWords,
  };
}

/** Creates a recorder that passes each output to `note`, and leaves the borders as they are. */
function createObserver(clock: VirtualClock, note: (line: OutLine) => void): Recorder {
  return {
    begin: ({ borders }) => ({
      borders,
      request: (_request, carryOut) => carryOut(),
      observe: (session) => {
        sessionOutput(session).subscribe(({ name, value }) => note({ t: clock.now(), out: name, v: value }));
      },
    }),
  };
}

/** Applies the owner's requests at their times; at the end of the recording the user hangs up. */
async function runRequests(
  session: Session<object>,
  { requests, endMs }: RecordedSession,
  clock: VirtualClock,
): Promise<void> {
  const starts = requests.some(({ request }) => request.kind === 'start');
  if (!starts) session.start();
  for (const { atMs, request } of requests) clock.schedule(() => applyOwnerRequest(session, request), atMs);
  await clock.run(endMs);
  session.close('ended_by_client');
  await clock.run(endMs + ENDING_MS);
}

/** Creates a VAD model that gives each window its recorded score. */
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
