import type { SttAction, SttDialect } from '../../src/wire/stt/dialect.ts';
import type { SttTurnSettings } from './recognition.ts';
import type { AzureDeps } from './service.ts';
import { SttUtterance } from './sttUtterance.ts';
import { parseFrame } from './usp.ts';

/** A call of an utterance. */
type Step = (utterance: SttUtterance) => readonly SttAction[];

/** An utterance that waits for the previous one. */
interface QueuedUtterance {
  readonly number: number;
  /** The calls so far. */
  readonly steps: Step[];
}

/**
 * Creates the dialect of Azure's speech to text, with one turn of the service for each utterance, one at a time. A
 * `speech.hypothesis` replaces the interim, a `speech.phrase` is a piece of text, and `turn.end` ends the utterance. If
 * the service ends a turn while the user speaks, or before the last hypothesis became a phrase, another turn continues
 * from the last phrase.
 */
export function createAzureSttDialect(settings: SttTurnSettings, deps: AzureDeps): SttDialect {
  let current: SttUtterance | null = null;
  /** The time after which the connection is given up bounds the queue. */
  const queue: QueuedUtterance[] = [];
  const startNext = (): readonly SttAction[] => {
    current = null;
    const next = queue.shift();
    if (next === undefined) return [];
    const utterance = new SttUtterance(next.number, settings, deps);
    current = utterance;
    return next.steps.flatMap((step) => step(utterance));
  };
  const run = (number: number, step: Step): readonly SttAction[] => {
    if (current?.number === number) return step(current);
    queue.find((queued) => queued.number === number)?.steps.push(step);
    return [];
  };
  return {
    open: () => [{ kind: 'ready' }],
    begin: (number) => {
      queue.push({ number, steps: [(utterance) => utterance.begin()] });
      return current === null ? startNext() : [];
    },
    audio: (number, samples) => run(number, (utterance) => utterance.audio(samples)),
    end: (number) => run(number, (utterance) => utterance.end()),
    receive: (frame) => {
      const message = parseFrame(frame);
      if (current === null || message === null) return [];
      const actions = current.receive(message);
      return current.hasEnded ? [...actions, ...startNext()] : actions;
    },
  };
}
