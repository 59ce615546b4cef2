import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { AudioSide, CallDetail, CallSteps } from '../../protocol.ts';
import { sortMoments } from '../logic/moments.ts';
import type { CallRoute, Tab } from '../logic/route.ts';
import { clampStretch, reveal, type Stretch } from '../logic/stretch.ts';
import { indexAt } from '../logic/transcript.ts';
import { addressOf, api } from './api.ts';
import { createResource, valueOf, type Resource } from './loadable.ts';
import { createParts, type Parts } from './parts.ts';
import { createPlayer, type AudioSources, type Player } from './player.ts';
import type { StudioError } from './studioError.ts';
import { createWhatIfStore, type WhatIfStore } from './whatIfStore.ts';

/** A call that is open: what is known of it, and what the user looks at. */
export interface CallStore {
  readonly id: string;
  readonly detail: Resource<CallDetail>;
  readonly steps: Resource<CallSteps>;
  readonly whatIf: WhatIfStore;
  readonly parts: Parts;
  readonly partsFailure: ReadonlySignal<StudioError | null>;
  readonly player: ReadonlySignal<Player | null>;
  readonly tab: Signal<Tab>;
  readonly callMs: ReadonlySignal<number>;
  /** The visible stretch. */
  readonly shown: ReadonlySignal<Stretch>;
  readonly cursorMs: ReadonlySignal<number>;
  readonly selection: Signal<Stretch | null>;
  /** The step that is looked at. */
  readonly step: ReadonlySignal<number>;
  /** The times of the events, and of the interruptions. */
  readonly events: ReadonlySignal<readonly number[]>;
  readonly interruptions: ReadonlySignal<readonly number[]>;
  readonly show: (stretch: Stretch) => void;
  readonly moveTo: (atMs: number) => void;
  readonly selectStep: (step: number) => void;
  /** Selects the step at the playhead that made a decision of this kind, if there is one. */
  readonly selectDecision: (kind: string) => void;
  readonly route: () => CallRoute;
  readonly dispose: () => void;
}

export function createCallStore(start: CallRoute): CallStore {
  const { id } = start;
  const detail = createResource(() => api.call(id));
  const steps = createResource(() => api.steps(id));
  const loaded = computed(() => valueOf(detail.current.value));
  const callMs = computed(() => Math.max(loaded.value?.timeline.nowMs ?? 0, loaded.value?.row.lengthMs ?? 0, 10));
  const wanted = signal<Stretch | null>(stretchOf(start));
  const shown = computed(() => clampStretch(wanted.value ?? { fromMs: 0, toMs: callMs.value }, callMs.value));
  const cursorMs = signal(start.atMs);
  const tab = signal(start.tab);
  const chosen = signal<number | null>(null);
  const player = signal<Player | null>(null);
  const stepTimes = computed(() => valueOf(steps.current.value)?.steps ?? []);

  const moveTo = (atMs: number): void => {
    batch(() => {
      cursorMs.value = Math.min(Math.max(atMs, 0), callMs.value);
      chosen.value = null;
      wanted.value = reveal(shown.value, cursorMs.value, callMs.value);
    });
    player.value?.moved();
  };
  const stops = playAlong({ id, loaded, player, cursorMs, callMs, shown, wanted });
  const store: CallStore = {
    id,
    detail,
    steps,
    whatIf: createWhatIfStore(id),
    ...partsOf(id),
    player,
    tab,
    callMs,
    shown,
    cursorMs,
    selection: signal<Stretch | null>(null),
    step: computed(() => chosen.value ?? Math.max(0, indexAt(stepTimes.value, cursorMs.value + 0.5))),
    ...momentsOf(loaded),
    show: (stretch) => void (wanted.value = stretch),
    moveTo,
    selectStep: (step) => {
      const found = stepTimes.value.at(Math.min(Math.max(step, 0), stepTimes.value.length - 1));
      if (found === undefined) return;
      batch(() => {
        moveTo(found.atMs);
        chosen.value = found.step;
      });
    },
    selectDecision: (kind) => void (chosen.value = findDecision(stepTimes.value, kind, cursorMs.peek()) ?? null),
    route: () => {
      const place = { tab: tab.peek(), atMs: cursorMs.peek() };
      return { view: 'call', id, ...place, ...writtenStretch(shown.peek(), callMs.peek()) };
    },
    dispose: () => {
      for (const stop of stops) stop();
      player.peek()?.dispose();
      store.whatIf.dispose();
    },
  };
  detail.need();
  return store;
}

/** Returns the step of this millisecond that made a decision of this kind. */
function findDecision(steps: CallSteps['steps'], kind: string, atMs: number): number | undefined {
  const found = steps.find(
    (step) => Math.abs(step.atMs - atMs) < 1 && step.decisions.some((decision) => decision.kind === kind),
  );
  return found?.step;
}

function partsOf(id: string): Pick<CallStore, 'parts' | 'partsFailure'> {
  const partsFailure = signal<StudioError | null>(null);
  const parts = createParts(
    (from, to, bins) => api.part(id, from, to, bins),
    (error) => (partsFailure.value = error),
  );
  return { parts, partsFailure };
}

interface Playing {
  readonly id: string;
  readonly loaded: ReadonlySignal<CallDetail | null>;
  readonly player: Signal<Player | null>;
  readonly cursorMs: Signal<number>;
  readonly callMs: ReadonlySignal<number>;
  readonly shown: ReadonlySignal<Stretch>;
  readonly wanted: Signal<Stretch | null>;
}

/** Creates the player once the call is there. While it plays, the visible stretch turns the page. */
function playAlong({ id, loaded, player, cursorMs, callMs, shown, wanted }: Playing): readonly (() => void)[] {
  return [
    effect(() => {
      const call = loaded.value;
      if (call !== null && player.peek() === null)
        player.value = createPlayer(sourcesOf(call, id), cursorMs, callMs.peek());
    }),
    effect(() => {
      if (player.value?.playing.value === true) wanted.value = reveal(shown.peek(), cursorMs.value, callMs.peek());
    }),
  ];
}

function momentsOf(loaded: ReadonlySignal<CallDetail | null>): Pick<CallStore, 'events' | 'interruptions'> {
  return {
    events: computed(() => sortMoments(loaded.value?.timeline.events.map(({ atMs }) => atMs) ?? [])),
    interruptions: computed(() => sortMoments(loaded.value?.timeline.interruptions.map(({ atMs }) => atMs) ?? [])),
  };
}

/** Returns the addresses of the audio that was kept. The player starts with the first. */
function sourcesOf({ audio }: CallDetail, id: string): AudioSources {
  const sides: readonly AudioSide[] =
    audio.user && audio.agent
      ? ['heard', 'both', 'user', 'agent']
      : (['user', 'agent'] as const).filter((side) => audio[side]);
  return new Map(sides.map((side) => [side, addressOf('audio', { id, side })]));
}

function stretchOf({ fromMs, toMs }: CallRoute): Stretch | null {
  return fromMs === null || toMs === null ? null : { fromMs, toMs };
}

function writtenStretch({ fromMs, toMs }: Stretch, callMs: number): Pick<CallRoute, 'fromMs' | 'toMs'> {
  return fromMs <= 0 && toMs >= callMs ? { fromMs: null, toMs: null } : { fromMs, toMs };
}
