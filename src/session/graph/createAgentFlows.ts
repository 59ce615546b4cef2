import { filter, map } from 'rxjs';
import { applyWhere } from '../splices.ts';
import { createFlow, type Flow, type FlowContext } from './createFlow.ts';
import type { Decision } from '../floor/types.ts';
import { sayReplies } from './sayReplies.ts';
import { merge } from '../../stream/merge.ts';

/** Creates the flows from a reply to the agent's speech and its function calls. */
export function createSpeechFlows({ subjects, stage, spliced, feed }: FlowContext): readonly Flow[] {
  const { edges, functionEvents } = subjects;
  const speech = edges.reply.pipe(
    stage('speak'),
    applyWhere((event) => event.kind === 'audio', spliced('speech')),
  );
  const calls = functionEvents.pipe(
    filter((event) => event.kind === 'calls'),
    map((event) => event.calls),
    spliced('functionCalls'),
  );
  const results = functionEvents.pipe(
    filter((event) => event.kind === 'results'),
    map((event) => event.results),
    spliced('functionResults'),
  );
  return [
    feed('speech', speech),
    feed('functionCalls', calls),
    feed('functionResults', results),
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
  const turns = decisions.of('commit').pipe(map(({ turn }) => turn));
  return [
    feed('reply', replies.pipe(applyWhere((event) => event.kind === 'text', spliced('reply')))),
    feed('userTurn', turns.pipe(spliced('userTurn'))),
  ];
}
