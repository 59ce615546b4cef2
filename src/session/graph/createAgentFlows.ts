import { concatMap, map, merge, tap } from 'rxjs';
import { HeardTurns } from './heardTurns.ts';
import { createFlow, type Flow, type FlowContext } from './createFlow.ts';
import type { Decision } from '../floor/types.ts';
import type { CommitEvent } from '../splices/createSplices.ts';
import { sayReplies } from './sayReplies.ts';

/** Creates the flows from a reply to the agent's speech and its function calls. */
export function createSpeechFlows({ subjects, stage, spliced, feed }: FlowContext): readonly Flow[] {
  const { edges, functionEvents } = subjects;
  const speech = edges.reply.pipe(stage('speak'), spliced.speech);
  const passed = functionEvents.pipe(spliced.functions);
  return [
    feed('speech', speech),
    createFlow(passed, (event) => {
      if (event.kind === 'calls') edges.functionCalls.next(event.calls);
      else edges.functionResults.next(event.results);
    }),
    createFlow(edges.reply.pipe(stage('functions')), (event) => functionEvents.next(event)),
  ];
}

/** Creates the flows from a committed turn to its reply. */
export function createReplyFlows({ subjects, stage, spliced, feed }: FlowContext): readonly Flow[] {
  const { edges, inbox, decisions } = subjects;
  const onLate = ({ text, filler }: Extract<Decision, { kind: 'say' }>): void =>
    inbox.next({ kind: 'say', text, first: false, ...(filler && { filler }) });
  const replies = merge(
    decisions.of('respond').pipe(
      map(({ turn }) => turn),
      stage('llmTurn'),
    ),
    decisions.of('say').pipe(sayReplies(edges.reply, onLate)),
  );
  return [feed('reply', replies.pipe(spliced.reply))];
}

/** Creates the flow of committed turns and of the event that follows a commit. */
export function createCommitFlow({ subjects: { decisions, edges, inbox, errors }, spliced }: FlowContext): Flow {
  const heard = new HeardTurns((error) => errors.next(error));
  const commits = merge(
    decisions.of('commit').pipe(
      tap(({ turn }) => heard.commit(turn)),
      concatMap(({ turn }): CommitEvent[] => [{ kind: 'turn', turn }, { kind: 'commit_done' }]),
    ),
    decisions.of('finish'),
  );
  return createFlow(commits.pipe(spliced.userTurn), (event) => {
    if (event.kind === 'turn') edges.userTurn.next(heard.pass(event.turn));
    else inbox.next(event);
  });
}
