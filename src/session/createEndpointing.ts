import { isDeepStrictEqual } from 'node:util';
import { defer, distinctUntilChanged, filter, finalize, switchMap, takeUntil, tap } from 'rxjs';
import { endpointing } from '../../operators/endpointing.ts';
import { turnEnd } from '../../operators/turnEnd.ts';
import type { RecogniserTurns, TurnModel } from '../core/turnModel.ts';
import { fastConnect } from '../stream/fastConnect.ts';
import { merge } from '../stream/merge.ts';
import { createAgentText } from './agentText.ts';
import type { SessionSettings } from './config.ts';
import { takesTurnsOfStt, type Ports } from './config/ports.ts';
import type { StageContext, StageOperators } from './stages.ts';
import type { CurrentSettings } from './updates/createUpdates.ts';
import { completion } from '../stream/completion.ts';
import { beginWith } from '../stream/beginWith.ts';

/** The turn models of a session. */
export interface EndpointingModels {
  readonly settings: CurrentSettings;
  /** The ports that the session begins with. */
  readonly ports: Pick<Ports, 'stt' | 'turns'>;
  /** The model that the application has put in place of the configured one. */
  readonly ownTurns?: TurnModel | undefined;
  /** Wraps a model that replaces that of `ports`. @default leaves it as it is */
  readonly wrapTurns?: ((model: TurnModel) => TurnModel) | undefined;
}

/** Creates the endpointing stage: silence ends a turn, a model does, the recogniser, or the client. Between two turns other settings may take their place. */
export function createEndpointing(options: EndpointingModels, context: StageContext): StageOperators['endpointing'] {
  const { settings, ports, ownTurns: turns } = options;
  const models = createModels(options);
  const recogniser = { kind: 'recogniser', name: ports.stt.name, found: context.recogniserTurns } as const;
  const modelOf = (current: SessionSettings): TurnModel | RecogniserTurns | undefined =>
    takesTurnsOfStt(current, { turns }) ? recogniser : models(current);
  return fastConnect((activity) =>
    settings.changes.pipe(
      beginWith(() => settings.ofTurn()),
      distinctUntilChanged(isSameEndpointing),
      takeUntil(completion(activity)),
      switchMap((current) => activity.pipe(endTurns(current, modelOf(current), { ...context, settings }))),
    ),
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

/** Creates the function that returns the model of settings: the same one as long as it is configured in the same way. */
function createModels(options: EndpointingModels): (settings: SessionSettings) => TurnModel | undefined {
  const { ports, ownTurns, wrapTurns = (model) => model } = options;
  const first = configuredOf(options.settings.ofTurn());
  let configured = first;
  let model = ports.turns;
  return (settings) => {
    // One in place of a configured model goes with it, when an agent without such a setting takes over.
    if (ownTurns !== undefined) return first !== undefined && configuredOf(settings) === undefined ? undefined : model;
    if (isDeepStrictEqual(configured, configuredOf(settings))) return model;
    configured = configuredOf(settings);
    const configuredModel = settings.turnDetection?.model;
    model = configuredModel && wrapTurns(configuredModel);
    return model;
  };
}

/** Ends a turn with its segment, and when its words are known, but not while the next one is open: that goes on with it. */
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
  const { edges, settled, scheduler, report, endSegment, eagerEnd } = context;
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
