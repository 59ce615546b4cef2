import { createSecretMask, findSecrets } from '../session/config/findSecrets.ts';
import type { TracedSession } from '../session/telemetry.ts';
import { firstOf, modelOf, type SpeechProvider } from './attributes.ts';
import { createContent } from './content.ts';
import { createFunctionSpans, type FunctionSpans } from './functionCalls.ts';
import { createRounds, type OpenRound, type Rounds } from './rounds.ts';
import { Segments } from './segments.ts';
import type { OpenSpan } from './spans.ts';
import type { Tracing } from './tracing.ts';
import { Turns } from './turns.ts';
import { createUtterances, type Utterances } from './utterances.ts';

/** The spans of a session: its own, below it those of its turns, and below these those of their parts. */
export interface SpanTree {
  readonly session: OpenSpan;
  readonly turns: Turns;
  readonly segments: Segments;
  readonly utterances: Utterances;
  readonly rounds: Rounds;
  readonly calls: FunctionSpans;
}

export interface TreeOptions {
  /** The span of the session. */
  readonly root: OpenSpan;
  /** Receives errors thrown by an SDK or `redact`. */
  readonly failed: (cause: unknown) => void;
}

/** Creates the tree for a session that starts now, below its span. */
export function createTree<SessionData extends object>(
  tracing: Tracing,
  session: TracedSession<SessionData>,
  { root, failed }: TreeOptions,
): SpanTree {
  const { api, provider, model, agent_name: agentName } = tracing;
  const { id, config, agent, scheduler } = session;
  const now = (): number => scheduler.now();
  const content = createContent({ ...tracing, mask: createSecretMask(findSecrets(config)), failed });
  const { stt, tts } = findProviders(session);
  const kindOf = ({ name }: SpeechProvider) => (name === 'local' ? api.SpanKind.INTERNAL : api.SpanKind.CLIENT);
  const onEnd = (turn: number): void => {
    utterances.drop(turn);
    calls.drop(turn);
  };
  const isMeasuring = (): boolean => calls.areInBackground;
  const turns = new Turns({ session: root, conversation: id, agentName, content, onEnd, isMeasuring });
  const parentOf = (turn: number | undefined): OpenSpan =>
    (turn === undefined ? turns.current : turns.find(turn))?.span ?? root;
  const failureOf = (turn: number): string => turns.find(turn)?.failure ?? 'provider_failed';
  const utterances = createUtterances({ tts, kind: kindOf(tts), parentOf, failureOf });
  const isKnown = (name: string): boolean => Object.hasOwn(agent.functions ?? {}, name);
  const isInBackground = (name: string): boolean => agent.functions?.[name]?.background !== undefined;
  const calls = createFunctionSpans({ content, now, parentOf, isKnown, session: root, isInBackground });
  const kind = api.SpanKind.CLIENT;
  const rounds = createRounds({ kind, now, conversation: id, provider, model, content, parentOf });
  return { session: root, turns, segments: new Segments(stt, kindOf(stt), root), utterances, rounds, calls };
}

/** Creates the round of a session that is not sampled. Its context tells this to other spans. */
export function createUnsampledRound({ context }: OpenSpan): OpenRound {
  const ignore = (): void => {};
  return { context, add: ignore, complete: ignore, fail: ignore, cancel: ignore };
}

/**
 * Returns the configured speech providers. For a provider that a port replaces, only the name is known. A speech model
 * stands for those that the session does not have.
 */
function findProviders({ ports, settings }: Pick<TracedSession<object>, 'ports' | 'settings'>): {
  readonly stt: SpeechProvider;
  readonly tts: SpeechProvider;
} {
  const { stt, tts } = settings.providers;
  const speech = ports.speechModel && { name: ports.speechModel.name, model: ports.speechModel.model };
  return {
    stt: (stt === undefined && speech) || {
      name: ports.stt.name,
      model: ports.stt.name === firstOf(stt).provider ? modelOf(stt) : undefined,
    },
    tts: (tts === undefined && speech) || {
      name: ports.tts.name,
      model: ports.tts.name === firstOf(tts).provider ? modelOf(tts) : undefined,
    },
  };
}
