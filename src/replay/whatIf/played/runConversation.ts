import { AntiphonError } from '../../../core/errors.ts';
import type { OutLine } from '../../../record/format.ts';
import { sessionOutput } from '../../../record/sessionOutput.ts';
import type { Agent } from '../../../session/agent.ts';
import type { Ports } from '../../../session/config/ports.ts';
import { createSession } from '../../../session/opening/createSession.ts';
import type { ChangedAgent } from '../../../session/handOffChange.ts';
import type { Recorder, SessionRequest } from '../../../session/recording.ts';
import type { Session } from '../../../session/session.ts';
import { VirtualClock } from '../../../time/virtualClock.ts';
import { applyOwnerRequest, applyRequest } from '../../applyRequest.ts';
import type { CustomParts } from '../../customParts.ts';
import { valueOut } from '../../lines.ts';
import type { LiveAgents } from '../live/liveAgents.ts';
import { LiveAnswers } from '../live/liveAnswers.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { configWith, type Changes } from '../settings.ts';
import { createDecidedTexts } from './decidedTexts.ts';
import { createClient } from './client.ts';
import { noteLine, type Commit } from './commit.ts';
import { createFunctions } from './functions.ts';
import { createHandler, settleAhead } from './handler.ts';
import { ModelInputs } from './modelInputs.ts';
import { PlacedUpdates } from './placedUpdates.ts';
import type { PlayedConversation } from './playedConversation.ts';
import { createProgress, noteVoice, recordedTurn } from './progress.ts';
import type { Run } from './run.ts';
import { createSpeechModel } from './speechModel.ts';
import { createSpeechToText } from './speechToText.ts';
import { createTextToSpeech } from './textToSpeech.ts';
import { createTurnModel } from './turnModel.ts';
import { createUpdateReader, type ReadUpdate, type UpdateReaderOptions } from './updates.ts';
import { createVadModel } from './vadModel.ts';

/** Timeout for the session to end after the user has hung up, in ms. */
const ENDING_MS = 1000;

/**
 * Runs a recorded conversation with some settings changed, in virtual time.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` for settings that cannot be changed or that conflict with an
 *   update of the recording;
 * `agent_unknown`, or the error of an agent in `live`
 */
export async function runConversation(
  recorded: RecordedSession,
  changes: Changes,
  own: CustomParts = {},
  live?: LiveAgents,
): Promise<PlayedConversation> {
  const config = configWith(recorded.head, changes);
  const clock = new VirtualClock();
  const progress = createProgress();
  const commits: Commit[] = [];
  const output: OutLine[] = [];
  const apply: Run['apply'] = (session, request) => applyRequest(session, request, readUpdate);
  const answers = live && new LiveAnswers(live, recorded);
  const modelInputs = new ModelInputs();
  const run: Run = { recorded, progress, calls: [], modelInputs, clock, live: answers, apply };
  const turns = createTurnModel(recorded, config, clock);
  const { agent, readUpdate, filler } = createAgents(run, { changes, hasVerdicts: turns !== undefined });
  const { io, played } = createClient(recorded, progress, clock);
  const note = (line: OutLine): void => {
    output.push(line);
    modelInputs.noteLine(line);
    noteVoice(line, progress, recorded);
    noteInvalidChunk(line, run);
    const commit = noteLine(line, progress, recorded);
    if (commit === undefined) return;
    commits.push(commit);
    progress.plan = settleAhead(run.calls, commit) ?? progress.plan;
    placed.noteCommit(commit.recorded);
  };
  const configured = { ...config, ...(typeof config.filler === 'function' && { filler }) };
  const session = createSession({ ...agent, configure_session: () => config }, configured, io, {
    ...own,
    ports: createPorts(run, turns),
    scheduler: clock,
    id: recorded.head.session,
    record: createObserver(clock, note),
    logFailures: false,
  });
  const applyOwn = (request: SessionRequest): void => applyOwnerRequest(session, request, readUpdate);
  const placed = new PlacedUpdates(recorded.updates.placed, applyOwn, clock);
  progress.onWords = () => placed.noteWords(recordedTurn(recorded, progress));
  for (const { atMs, request } of recorded.requests)
    if (request.kind === 'update') placed.begin(request);
    else clock.schedule(() => applyOwn(request), atMs);
  await playToEnd(session, run);
  checkUpdates(output, changes);
  if (answers?.failure) throw answers.failure;
  const { wordsUpTo, segmentsWithWords } = progress;
  return {
    output,
    calls: run.calls,
    modelInputs: modelInputs.all,
    commits,
    utterances: played(),
    wordsUpTo,
    segmentsWithWords,
  };
}

function createPorts(run: Run, turns: Ports['turns']): Ports {
  const { stt, speechModel } = run.recorded.head.ports;
  return {
    vad: createVadModel(run.recorded),
    stt: createSpeechToText(run, stt),
    tts: createTextToSpeech(run, 0),
    speechModel: speechModel && createSpeechModel(run, speechModel),
    turns,
  };
}

interface PlayedAgents {
  /** The agent with which the session begins. */
  readonly agent: Omit<Agent, 'configure_session'>;
  readonly readUpdate: ReadUpdate;
  readonly filler: () => unknown;
}

/** Creates the agents of the recording. Each gives its recorded answers. */
function createAgents(run: Run, options: Pick<UpdateReaderOptions, 'changes' | 'hasVerdicts'>): PlayedAgents {
  const { recorded } = run;
  const { agent: name } = recorded.head;
  const sayFiller = createDecidedTexts(recorded.fillers, run);
  const filler = (): unknown => sayFiller({});
  const away = createDecidedTexts(recorded.away, run);
  const create = (called: string | undefined): ChangedAgent['agent'] => ({
    llm_response_handler: createHandler(run, called),
    on_user_away: away,
    // The recorded decision is already among the typed texts.
    on_digits: () => null,
  });
  const readUpdate = createUpdateReader(run, { ...options, filler, agent: create });
  return {
    agent: { ...create(name), name, functions: createFunctions(recorded.functions.first, run) },
    readUpdate,
    filler,
  };
}

/** Creates a recorder that passes each output to `note` and leaves the borders unchanged. */
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

/** Runs until the end of the recording, when the user hangs up. */
async function playToEnd(session: Session<object>, { recorded, clock, live }: Run): Promise<void> {
  const { requests, endMs } = recorded;
  const wait = (): Promise<void> | undefined => live?.wait();
  const starts = requests.some(({ request }) => request.kind === 'start');
  if (!starts) session.start();
  await clock.run(endMs, wait);
  session.close('ended_by_client');
  await clock.run(endMs + ENDING_MS, wait);
}

/** Records an invalid chunk from an agent of the application. Such a run has no result. */
function noteInvalidChunk(line: OutLine, { live, calls }: Run): void {
  const error = valueOut(line, 'error');
  const call = calls.at(-1);
  if (error?.code !== 'chunk_invalid' || call?.answer !== 'live') return;
  live?.fail(call.agent, new AntiphonError('chunk_invalid', error.message, { ...error.details }));
}

/** @throws AntiphonError `usage_invalid` if an update of the recording conflicts with the changed settings */
function checkUpdates(output: readonly OutLine[], changes: Changes): void {
  const refused = output.find((line) => valueOut(line, 'error')?.code === 'update_invalid');
  if (refused === undefined) return;
  const names = Object.keys(changes).join(', ');
  const why = valueOut(refused, 'error')?.message ?? '';
  throw new AntiphonError(
    'usage_invalid',
    `with ${names || 'its own settings'}, an update of the recording fails: ${why}`,
  );
}
