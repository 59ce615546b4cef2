import type { OutLine } from '../../../record/format.ts';
import { sessionOutput } from '../../../record/sessionOutput.ts';
import type { Agent } from '../../../session/agent.ts';
import type { SessionConfig } from '../../../session/config.ts';
import { createSession } from '../../../session/createSession.ts';
import type { Recorder } from '../../../session/recording.ts';
import type { Session } from '../../../session/session.ts';
import { VirtualClock } from '../../../time/virtualClock.ts';
import { applyOwnerRequest } from '../../applyRequest.ts';
import type { CustomParts } from '../../customParts.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { createDecidedTexts } from './decidedTexts.ts';
import { createClient } from './client.ts';
import { noteLine, type Commit } from './commit.ts';
import { createFunctions } from './functions.ts';
import { createHandler, settleAhead, type HandlerCall } from './handler.ts';
import type { PlayedConversation } from './playedConversation.ts';
import { createProgress, recordedTurn, type DueCall } from './progress.ts';
import { createSpeechToText } from './speechToText.ts';
import { createTextToSpeech } from './textToSpeech.ts';
import { createTurnModel } from './turnModel.ts';
import { createVadModel } from './vadModel.ts';

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
  const due = (speculative: boolean): DueCall =>
    speculative ? { turn: -1, round: 0, recorded: recordedTurn(recorded, progress) } : progress.due;
  const agent: Agent<object> = {
    configure_session: () => config,
    llm_response_handler: createHandler(recorded, due, calls, clock),
    functions: createFunctions(recorded, clock),
    on_user_away: createDecidedTexts(recorded.away, clock),
    // The recorded decision is among the typed texts.
    on_digits: () => null,
  };
  const note = (line: OutLine): void => {
    output.push(line);
    const commit = noteLine(line, progress, recorded);
    if (commit === undefined) return;
    commits.push(commit);
    settleAhead(calls, commit);
  };
  const sayFiller = createDecidedTexts(recorded.fillers, clock);
  const filler = typeof config.filler === 'function' && { filler: () => sayFiller({}) };
  const session = createSession(agent, { ...config, ...filler }, io, {
    ...own,
    ports: {
      vad: createVadModel(recorded),
      stt: createSpeechToText(recorded, progress, clock),
      tts: createTextToSpeech(recorded, () => progress.due.recorded, clock),
      turns: createTurnModel(recorded, config, clock),
    },
    scheduler: clock,
    id: recorded.head.session,
    record: createObserver(clock, note),
    logFailures: false,
  });
  await runRequests(session, recorded, clock);
  const { wordsUpTo, segmentsWithWords } = progress;
  return { output, calls, commits, utterances: played(), wordsUpTo, segmentsWithWords };
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
