import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Slider, Sliders, SweepProgress, SweepRequest, SweepResult, WhatIfResponse } from '../../protocol.ts';
import { api } from './api.ts';
import { createResource, valueOf, type Resource } from './loadable.ts';
import { toStudioError, type StudioError } from './studioError.ts';

type Values = Readonly<Record<string, number>>;

/** The state of a sweep. */
export type SweepState =
  | { readonly state: 'none' }
  | { readonly state: 'running'; readonly progress: SweepProgress }
  | { readonly state: 'ready'; readonly result: SweepResult; readonly request: SweepRequest }
  | { readonly state: 'failed'; readonly error: StudioError };

/** What would have happened with other settings. */
export interface WhatIfStore {
  readonly sliders: Resource<Sliders>;
  /** The values of the sliders that were moved. */
  readonly changes: ReadonlySignal<Values>;
  readonly response: ReadonlySignal<WhatIfResponse | null>;
  readonly failure: ReadonlySignal<StudioError | null>;
  readonly running: ReadonlySignal<boolean>;
  readonly sweep: ReadonlySignal<SweepState>;
  readonly view: Signal<'compare' | 'sweep'>;
  readonly need: () => void;
  readonly valueOf: (slider: Slider) => number;
  readonly set: (name: string, value: number) => void;
  readonly replace: (changes: Values) => void;
  readonly runSweep: (request: SweepRequest) => void;
  readonly stopSweep: () => void;
  readonly dispose: () => void;
}

export function createWhatIfStore(id: string): WhatIfStore {
  const sliders = createResource(() => api.sliders(id));
  const changes = signal<Values>({});
  const response = signal<WhatIfResponse | null>(null);
  const failure = signal<StudioError | null>(null);
  const pending = signal(0);
  let abort = new AbortController();

  /** Asks with the latest settings. The answers to earlier ones are not awaited. */
  const ask = (): void => {
    abort.abort();
    abort = new AbortController();
    const { signal: aborted } = abort;
    pending.value += 1;
    api
      .whatIf({ id, changes: changes.value }, aborted)
      .then(
        (next) => {
          if (aborted.aborted) return;
          response.value = next;
          failure.value = null;
        },
        (error: unknown) => void (aborted.aborted || (failure.value = toStudioError(error))),
      )
      .finally(() => (pending.value -= 1));
  };
  const replace = (next: Values): void => {
    const known = valueOf(sliders.current.peek())?.sliders ?? [];
    const moved = Object.entries(next).filter(
      ([name, value]) => known.find((one) => one.name === name)?.value !== value,
    );
    changes.value = Object.fromEntries(moved);
    ask();
  };
  const { sweep, runSweep, stopSweep, dispose: disposeSweep } = createSweep();
  return {
    sliders,
    changes,
    response,
    failure,
    running: computed(() => pending.value > 0),
    sweep,
    view: signal<'compare' | 'sweep'>('compare'),
    need: () => {
      sliders.need();
      if (response.peek() === null && pending.peek() === 0) ask();
    },
    valueOf: ({ name, value }) => changes.value[name] ?? value,
    set: (name, value) => replace({ ...changes.peek(), [name]: value }),
    replace,
    runSweep,
    stopSweep,
    dispose: () => {
      abort.abort();
      disposeSweep();
    },
  };
}

type SweepStore = Pick<WhatIfStore, 'sweep' | 'runSweep' | 'stopSweep' | 'dispose'>;

function createSweep(): SweepStore {
  const sweep = signal<SweepState>({ state: 'none' });
  let sweeping = new AbortController();
  const runSweep = (request: SweepRequest): void => {
    sweeping.abort();
    sweeping = new AbortController();
    const { signal: aborted } = sweeping;
    sweep.value = { state: 'running', progress: { done: 0, runs: 0 } };
    const settle = (next: SweepState): void => void (aborted.aborted || (sweep.value = next));
    api
      .sweep(request, (progress) => settle({ state: 'running', progress }), aborted)
      .then(
        (result) => settle({ state: 'ready', result, request }),
        (error: unknown) => settle({ state: 'failed', error: toStudioError(error) }),
      );
  };
  return {
    sweep,
    runSweep,
    stopSweep: () => {
      sweeping.abort();
      sweep.value = { state: 'none' };
    },
    dispose: () => sweeping.abort(),
  };
}
