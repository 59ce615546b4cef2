import { identity } from 'rxjs';
import { toMicrosecond } from '../../time/workQueue.ts';
import type { Border } from '../../record/border.ts';
import { wrapBorders, wrapSpeechToText, wrapTextToSpeech, wrapTurnModel } from '../../record/wrapBorders.ts';
import type { Head, InLine, OutLine, Recording } from '../../record/format.ts';
import type { SteppedClock } from '../../time/steppedClock.ts';
import { sessionOutput } from '../../record/sessionOutput.ts';
import type { Agent } from '../../session/agent.ts';
import { createSession } from '../../session/opening/createSession.ts';
import { applyOwnerRequest } from '../applyRequest.ts';
import type { CustomParts } from '../customParts.ts';
import type { Recorder } from '../../session/recording.ts';
import { settle } from '../../time/runSteps.ts';
import { createSilentBorders, createSilentTurns, createReplayConfig } from './silentBorders.ts';
import { Deliveries, groupSteps } from './deliveries.ts';
import { readResumed } from './readResumed.ts';
import { readUpdate } from './readUpdate.ts';
import { createReplayingBorder } from './replayingBorder.ts';

export interface ExactRun {
  readonly output: readonly OutLine[];
  /** Recorded inputs for streams that the session had not subscribed to. */
  readonly undelivered: readonly InLine[];
}

/**
 * Runs a recorded session again, step by step, with each input at its recorded time. `record` wraps the recorder of the
 * run, to observe it.
 */
export async function runExact(
  recording: Recording,
  own: CustomParts = {},
  record: (recorder: Recorder) => Recorder = identity,
): Promise<ExactRun> {
  const { head, lines } = recording;
  const output: OutLine[] = [];
  const deliveries = new Deliveries((request) => applyOwnerRequest(session, request, readUpdate));
  const border = createReplayingBorder(deliveries, (line) => output.push(line));
  const silent = createSilentBorders(head, border.scheduler);
  const config = createReplayConfig(head);
  const agent: Agent<object> = { ...silent.agent, name: head.agent, configure_session: () => config };
  const options = {
    ...own,
    ports: silent.ports,
    id: head.session,
    record: record(createReplayRecorder(border, head)),
    resumeFrom: readResumed(recording),
    logFailures: false,
  };
  const session = createSession(agent, config, silent.io, options);
  for (const step of groupSteps(lines)) {
    // A joined step arrived before the work that its predecessor deferred to the end of the turn.
    if (step.line.joined !== true) await runTimersBefore(deliveries.clock, step.line);
    deliveries.runStep(step);
  }
  await settle();
  return { output, undelivered: deliveries.undelivered };
}

/**
 * Runs timers of the current code that are due before the line. Timers that had not run by then are left to their tick.
 */
async function runTimersBefore(scheduler: SteppedClock, { t, due = Number.POSITIVE_INFINITY }: InLine): Promise<void> {
  await settle();
  // Early recordings contain unrounded timer times.
  const until = Math.min(t, toMicrosecond(due));
  while (scheduler.due < until) {
    scheduler.moveTo(scheduler.due);
    scheduler.runDue();
    await settle();
  }
}

function createReplayRecorder(border: Border, { audio: keepAudio, agentAudio, ports }: Head): Recorder {
  const hasVerdicts = ports.turns !== undefined;
  return {
    begin: (session) => ({
      borders: wrapBorders(border, session.borders, {
        keepAudio,
        keepAgentAudio: agentAudio === true,
        hasVerdicts,
        report: session.report,
      }),
      wrapTts: (tts) => wrapTextToSpeech(border, tts),
      wrapStt: (stt) => wrapSpeechToText(border, stt),
      wrapTurns: (model) => wrapTurnModel(border, createSilentTurns(model)),
      request: border.request,
      observe: (session) => {
        sessionOutput(session).subscribe(({ name, value }) => border.output(name, value));
        session.ended.subscribe((reason) => {
          border.output('usage', session.usage());
          border.output('ended', reason);
        });
      },
    }),
  };
}
