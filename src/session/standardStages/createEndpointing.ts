import { isDeepStrictEqual } from 'node:util';
import {
  connect,
  defer,
  distinctUntilChanged,
  filter,
  finalize,
  merge,
  startWith,
  switchMap,
  takeUntil,
  tap,
} from 'rxjs';
import { endpointing } from '../../../operators/endpointing.ts';
import { turnEnd } from '../../../operators/turnEnd.ts';
import type { RecogniserTurns, TurnModel } from '../../core/turnModel.ts';
import { createAgentText } from './agentText.ts';
import type { SessionSettings } from '../config/config.ts';
import { takesTurnsOfStt, type Ports } from '../config/ports.ts';
import type { StageContext, StageOperators } from '../stages.ts';
import type { CurrentSettings } from '../updates/createUpdates.ts';
import { createSubject } from '../../stream/operate.ts';
import { completion } from '../../stream/completion.ts';

/** The turn models of a session. */
export interface EndpointingModels {
  readonly settings: CurrentSettings;
  /** The initial ports of the session. */
  readonly ports: Pick<Ports, 'stt' | 'turns'>;
  /** The application's model, which replaces the configured one. */
  readonly ownTurns?: TurnModel | undefined;
  /** Wraps a model that replaces the one in `ports`. @default leaves it unchanged */
  readonly wrapTurns?: ((model: TurnModel) => TurnModel) | undefined;
}

/**
 * Creates the endpointing stage, in which silence, a model, the recogniser or the client ends a turn. Its settings may
 * change between two turns.
 */
export function createEndpointing(options: EndpointingModels, context: StageContext): StageOperators['endpointing'] {
  const { settings, ports, ownTurns: turns } = options;
  const models = createModels(options);
  const recogniser = { kind: 'recogniser', name: ports.stt.name, found: context.recogniserTurns } as const;
  const modelOf = (current: SessionSettings): TurnModel | RecogniserTurns | undefined =>
    takesTurnsOfStt(current, { turns }) ? recogniser : models(current);
  return connect(
    (activity) =>
      defer(() => settings.changes.pipe(startWith(settings.ofTurn()))).pipe(
        distinctUntilChanged(isSameEndpointing),
        takeUntil(completion(activity)),
        switchMap((current) => activity.pipe(endTurns(current, modelOf(current), { ...context, settings }))),
      ),
    { connector: createSubject },
  );
}

function isSameEndpointing(a: SessionSettings, b: SessionSettings): boolean {
  return (
    a.minEndpointingDelayMs === b.minEndpointingDelayMs &&
    a.vad.minSilenceMs === b.vad.minSilenceMs &&
    isDeepStrictEqual(configuredOf(a), configuredOf(b)) &&
    a.turnDetection?.language === b.turnDetection?.language
  );
}

function configuredOf({ turnDetection }: SessionSettings): unknown {
  return turnDetection?.configured;
}

/**
 * Creates the function that returns the model for some settings. It returns the same model while its configuration is
 * the same.
 */
function createModels(options: EndpointingModels): (settings: SessionSettings) => TurnModel | undefined {
  const { ports, ownTurns, wrapTurns = (model) => model } = options;
  const first = configuredOf(options.settings.ofTurn());
  let configured = first;
  let model = ports.turns;
  return (settings) => {
    // The application's model replaces a configured one. It is dropped when an agent without such a setting takes over.
    if (ownTurns !== undefined) return first !== undefined && configuredOf(settings) === undefined ? undefined : model;
    if (isDeepStrictEqual(configured, configuredOf(settings))) return model;
    configured = configuredOf(settings);
    const configuredModel = settings.turnDetection?.model;
    model = configuredModel && wrapTurns(configuredModel);
    return model;
  };
}

/**
 * Ends a turn with its segment once its words are known, unless the next segment is open, which then continues the
 * turn.
 */
function endByClient(settled: StageContext['settled']): StageOperators['endpointing'] {
  return (activity) =>
    defer(() => {
      let isOpen = false;
      const ends = activity.pipe(
        tap(({ kind }) => {
          if (kind === 'started' || kind === 'ended') isOpen = kind === 'started';
        }),
        filter(({ kind }) => kind === 'ended'),
      );
      return merge(ends, settled.pipe(filter(() => !isOpen)));
    });
}

function endTurns(
  settings: SessionSettings,
  model: TurnModel | RecogniserTurns | undefined,
  context: StageContext & Pick<EndpointingModels, 'settings'>,
): StageOperators['endpointing'] {
  const { minEndpointingDelayMs, turnDetection, preemptiveGeneration, eagerThreshold, vad } = settings;
  const { edges, settled, scheduler, report, endSegment, setUnfinished, eagerEnd } = context;
  const { transcript, audioIn } = edges;
  if (settings.pushToTalk) return endByClient(settled);
  if (model === undefined) return endpointing({ transcript, settled, minDelayMs: minEndpointingDelayMs, scheduler });
  const isRequest = (text: string): boolean => context.settings.ofReply().phrases.isInterruptPhrase(text);
  const options = {
    ...turnDetection,
    model,
    isRequest,
    transcript,
    settled,
    audio: audioIn,
    wordlessMs: vad.minSilenceMs,
    endSegment,
    setUnfinished,
    ...(preemptiveGeneration && { eagerEnd, eagerThreshold }),
    report,
    scheduler,
  };
  return (activity) =>
    defer(() => {
      const { read, subscription } = createAgentText(context);
      const turns = activity.pipe(turnEnd({ ...options, silenceMs: minEndpointingDelayMs, agent: read }));
      return turns.pipe(finalize(() => subscription.unsubscribe()));
    });
}
