/** The steps of a speech, in order, until it is cleared. */
export interface SpeechQueue {
  /** Adds a step, which runs after all before it, unless it is cleared. */
  add(step: (isCleared: () => boolean) => Promise<void> | void): void;
  /** Stops the running step, drops the waiting ones, and runs `step` next. */
  clear(step: () => Promise<void>): void;
}

export function createSpeechQueue(failed: (error: unknown) => void): SpeechQueue {
  let cleared = 0;
  let work = Promise.resolve();
  const queue = (step: () => Promise<void> | void): void => {
    work = work.then(step).catch(failed);
  };
  return {
    add: (step) => {
      const before = cleared;
      const isCleared = (): boolean => cleared !== before;
      queue(() => (isCleared() ? undefined : step(isCleared)));
    },
    clear: (step) => {
      cleared += 1;
      queue(step);
    },
  };
}
