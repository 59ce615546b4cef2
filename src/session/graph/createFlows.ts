import { identity, NEVER } from 'rxjs';
import { ignoreEcho } from '../standardStages/ignoreEcho.ts';
import type { InsertedSplices } from '../splices/createSplices.ts';
import type { StageContext } from '../stages.ts';
import { createCommitFlow, createReplyFlows, createSpeechFlows } from './createAgentFlows.ts';
import { createFlow, type Flow, type FlowContext } from './createFlow.ts';
import { createPlayoutFlows } from './createPlayoutFlows.ts';
import { createUserFlows } from './createUserFlows.ts';
import type { GraphSubjects } from './subjects.ts';
import type { WireOptions } from './wireOptions.ts';

/**
 * Creates the flows of all stages, downstream first, so that no edge misses a value that its upstream emits on
 * connecting.
 */
export function createFlows(
  { io, stages, scheduler, ...options }: WireOptions,
  subjects: GraphSubjects,
  context: StageContext,
  spliced: InsertedSplices,
): readonly Flow[] {
  const stage: FlowContext['stage'] = (name) => stages[name](context);
  const feed: FlowContext['feed'] = (edge, from) => createFlow(from, (value) => subjects.edges[edge].next(value));
  const withoutEcho: FlowContext['withoutEcho'] = options.ignoreEcho === true ? ignoreEcho(context) : identity;
  const shared: FlowContext = { io, subjects, stage, spliced, feed, withoutEcho };
  return [
    // Must come first: a session may end while it is being connected.
    createCommitFlow(shared),
    ...createPlayoutFlows(shared, scheduler),
    ...createSpeechFlows(shared),
    ...createReplyFlows(shared),
    ...createUserFlows(shared),
    createFlow(options.userAway?.(context) ?? NEVER, (text) =>
      subjects.inbox.next({ kind: 'say', text, first: false }),
    ),
    createFlow(options.filler?.(context) ?? NEVER, (asked) => subjects.inbox.next({ kind: 'filler', ...asked })),
  ];
}
