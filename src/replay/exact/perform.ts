import { toMicrosecond } from '../../time/agenda.ts';
import type { Border } from '../../record/border.ts';
import { bordersOver } from '../../record/bordersOver.ts';
import type { InLine, OutLine, Recording } from '../../record/format.ts';
import type { SteppedClock } from '../../time/steppedClock.ts';
import { tellings } from '../../record/tellings.ts';
import type { Agent } from '../../session/agent.ts';
import { createSession } from '../../session/createSession.ts';
import type { Session } from '../../session/createSession.ts';
import type { OwnParts } from '../ownParts.ts';
import type { Asked, Recorder } from '../../session/recording.ts';
import { settled } from '../../time/settle.ts';
import { castOf, configOf } from './cast.ts';
import { deliveries } from './deliveries.ts';
import { replayingBorder } from './replayingBorder.ts';
import { scriptOf } from './script.ts';

export interface Performance {
  /** What was told this time. */
  readonly told: readonly OutLine[];
  /** What had come in and was not waited for this time. */
  readonly untaken: readonly InLine[];
}

/** Runs a recorded session once more, step by step: everything that came in comes in again, at its time. */
export async function perform({ head, lines }: Recording, own: OwnParts = {}): Promise<Performance> {
  const told: OutLine[] = [];
  const brought = deliveries((asked) => carryOut(session, asked));
  const border = replayingBorder(brought, (line) => told.push(line));
  const cast = castOf(head, border.scheduler);
  const config = configOf(head);
  const agent: Agent<object> = { ...cast.agent, configure_session: () => config };
  const options = {
    ...own,
    ports: cast.ports,
    id: head.session,
    record: replayer(border, head.audio),
    logFailures: false,
  };
  const session = createSession(agent, config, cast.io, options);
  for (const step of scriptOf(lines)) {
    // A step that joins the one before came before anything that was put off to the end of its turn.
    if (step.line.joined !== true) await runBefore(brought.clock, step.line);
    brought.bring(step);
  }
  await settled();
  return { told, untaken: brought.untaken };
}

/** Lets all settle, and timers of today's code run that are due before the line. What had not run is left to its tick. */
async function runBefore(scheduler: SteppedClock, { t, due = Number.POSITIVE_INFINITY }: InLine): Promise<void> {
  await settled();
  // Early recordings have times of timers that are not rounded.
  const until = Math.min(t, toMicrosecond(due));
  while (scheduler.due < until) {
    scheduler.moveTo(scheduler.due);
    scheduler.runDue();
    await settled();
  }
}

function replayer(border: Border, audio: boolean): Recorder {
  return {
    begin: (session) => ({
      borders: bordersOver(border, session.borders, { keepAudio: audio, report: session.report }),
      ask: border.ask,
      follow: (told) => {
        tellings(told).subscribe(({ name, value }) => border.tell(name, value));
        told.ended.subscribe((reason) => border.tell('ended', reason));
      },
    }),
  };
}

function carryOut(session: Session<object>, asked: Asked): void {
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
