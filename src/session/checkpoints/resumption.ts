import type { Checkpoint } from '../../core/checkpoint.ts';
import type { AntiphonError } from '../../core/errors.ts';
import type { Agent } from '../agent.ts';
import type { SessionControl } from '../sessionControl.ts';
import type { SessionConfig } from '../config/config.ts';
import type { Contain } from '../containment/containment.ts';
import type { Graph } from '../graph/graph.ts';
import { notify } from '../agentCode/notify.ts';
import type { SessionRequest } from '../recording.ts';
import { describeLost, restoreUpdates, unansweredOf } from './resume.ts';

/** The steps that resume a session from a checkpoint. */
export interface Resumption {
  /** The request to start it, for a recording. */
  readonly request: SessionRequest;
  /** Sends the updates that the session had. Call it before the start. */
  restore(): void;
  /** Calls `on_session_resumed`, and requests the unfinished answer. */
  begin(graph: Pick<Graph, 'post'>): void;
}

export interface ResumptionOptions<SessionData extends object> {
  readonly agent: Agent<SessionData>;
  readonly config: SessionConfig<SessionData>;
  readonly control: SessionControl;
  readonly report: (error: AntiphonError) => void;
  readonly contain: Contain;
}

/** Creates the steps that resume a session from its checkpoint. */
export function createResumption<SessionData extends object>(
  checkpoint: Checkpoint,
  { agent, config, control, report, contain }: ResumptionOptions<SessionData>,
): Resumption {
  const { update, lost } = restoreUpdates(checkpoint, agent, config);
  const { seq } = checkpoint;
  const unanswered = unansweredOf(checkpoint);
  return {
    request: { kind: 'start', resumed: { seq, unanswered } },
    restore: () => {
      if (update !== null) control.update(update);
    },
    begin: ({ post }) => {
      const input = { ...describeLost(checkpoint, lost), session_data: config.session_data, session: control };
      notify(agent as Agent<never>, { name: 'on_session_resumed', input: Object.freeze(input) }, { report, contain });
      if (unanswered !== null) post({ kind: 'answer', text: unanswered });
    },
  };
}
