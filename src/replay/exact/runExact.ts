import { toMicrosecond } from '../../time/agenda.ts';
import type { Border } from '../../record/border.ts';
import { wrapBorders } from '../../record/wrapBorders.ts';
import type { InLine, OutLine, Recording } from '../../record/format.ts';
import type { SteppedClock } from '../../time/steppedClock.ts';
import { sessionOutput } from '../../record/sessionOutput.ts';
import type { Agent } from '../../session/agent.ts';
import { createSession } from '../../session/createSession.ts';
import type { Session } from '../../session/createSession.ts';
import type { CustomParts } from '../customParts.ts';
import type { SessionRequest, Recorder } from '../../session/recording.ts';
import { settled } from '../../time/settle.ts';
import { createSilentBorders, createReplayConfig } from './silentBorders.ts';
import { createDeliveries } from './deliveries.ts';
import { createReplayingBorder } from './replayingBorder.ts';
import { groupSteps } from './script.ts';

export interface ExactRun {
  /** What was told this time. */
  readonly output: readonly OutLine[];
  /** What had come in and was not waited for this time. */
  readonly undelivered: readonly InLine[];
}

/** Runs a recorded session once more, step by step: everything that came in comes in again, at its time. */
export async function runExact({ head, lines }: Recording, own: CustomParts = {}): Promise<ExactRun> {
  const told: OutLine[] = [];
  const brought = createDeliveries((asked) => carryOut(session, asked));
  const border = createReplayingBorder(brought, (line) => told.push(line));
  const cast = createSilentBorders(head, border.scheduler);
  const config = createReplayConfig(head);
  const agent: Agent<object> = { ...cast.agent, configure_session: () => config };
  const options = {
    ...own,
    ports: cast.ports,
    id: head.session,
    record: createReplayRecorder(border, head.audio),
    logFailures: false,
  };
  const session = createSession(agent, config, cast.io, options);
  for (const step of groupSteps(lines)) {
    // A step that joins the one before came before anything that was put off to the end of its turn.
    if (step.line.joined !== true) await runTimersBefore(brought.clock, step.line);
    brought.runStep(step);
  }
  await settled();
  return { output: told, undelivered: brought.undelivered };
}

/** Lets all settle, and timers of today's code run that are due before the line. What had not run is left to its tick. */
async function runTimersBefore(scheduler: SteppedClock, { t, due = Number.POSITIVE_INFINITY }: InLine): Promise<void> {
  await settled();
  // Early recordings have times of timers that are not rounded.
  const until = Math.min(t, toMicrosecond(due));
  while (scheduler.due < until) {
    scheduler.moveTo(scheduler.due);
    scheduler.runDue();
    await settled();
  }
}

function createReplayRecorder(border: Border, audio: boolean): Recorder {
  return {
    begin: (session) => ({
      borders: wrapBorders(border, session.borders, { keepAudio: audio, report: session.report }),
      request: border.ask,
      observe: (told) => {
        sessionOutput(told).subscribe(({ name, value }) => border.output(name, value));
        told.ended.subscribe((reason) => border.output('ended', reason));
      },
    }),
  };
}

function carryOut(session: Session<object>, asked: SessionRequest): void {
  switch (asked.kind) {
    case 'start':
      return session.start();
    case 'say':
      return session.say(asked.text);
    case 'interrupt':
      return session.interrupt();
    case 'end':
      return asked.reason === 'agent_ended' ? session.end({ after: asked.after }) : session.close(asked.reason);
  }
}
