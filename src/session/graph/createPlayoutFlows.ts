import { defer, type SchedulerLike } from 'rxjs';
import { createSubject } from '../../stream/operate.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { PlayoutEvent } from '../../core/playout.ts';
import { playout, type ReadHeard } from '../standardStages/playout/playout.ts';
import type { PlayoutNotice } from '../standardStages/playout/playoutMachine.ts';
import { createFlow, type Flow, type FlowContext } from './createFlow.ts';
import type { GraphSubjects } from './subjects.ts';
import { wrapScheduler } from '../../time/wrapScheduler.ts';

/** Creates the flows from the agent's speech to the client, and from the client's reports to the playout. */
export function createPlayoutFlows(
  { subjects, stage, io, spliced }: FlowContext,
  scheduler: SchedulerLike,
): readonly Flow[] {
  const { edges, commands, reports, present, heard: reader } = subjects;
  const { reportsStarts, heard } = io;
  const batched = batch(scheduler, subjects);
  const sent = createSubject<void>();
  const own = {
    reports,
    sent,
    reportsStarts,
    heard,
    connected: present,
    exposeHeard: (read: ReadHeard) => reader.next(read),
  };
  const ledger = playout({ ...own, speech: edges.speech, scheduler: batched });
  const played = createSubject<PlayoutEvent>();
  return [
    createFlow(played.pipe(spliced.playout), (event) => edges.playout.next(event)),
    createFlow(commands.pipe(ledger), (event) => {
      if (event.kind === 'silent' || event.kind === 'resumed') handleNotice(subjects, event);
      else played.next(event);
    }),
    createFlow(
      defer(() => io.playout(commands)),
      (report) => reports.next(report),
      'internal',
      'disconnected',
    ),
    createFlow(edges.speech.pipe(stage('pace')), (command) => {
      commands.next(command);
      // A start has no consequences before there is audio.
      if (command.kind !== 'start') sent.next();
    }),
  ];
}

/**
 * Runs each piece of scheduled work as one batch, so that a decision reaches the ledger after everything the work
 * emits.
 */
function batch(scheduler: SchedulerLike, { inbox }: GraphSubjects): SchedulerLike {
  return wrapScheduler(scheduler, (work, action, state) => inbox.batch((value) => work.call(action, value), state));
}

function handleNotice({ silent, errors }: GraphSubjects, { kind }: PlayoutNotice): void {
  silent.next(kind === 'silent');
  if (kind === 'resumed') return;
  errors.next(
    new AntiphonError('client_silent', 'the client has not reported its playout for 3 s', { failure: false }),
  );
}
