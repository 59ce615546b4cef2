/** What is to be said, in order, until it is cleared. */
export interface SpeechQueue {
  /** Done when all before it is; not at all, if it was cleared. */
  add(step: (isCleared: () => boolean) => Promise<void> | void): void;
  /** Nothing that waits is done, and what is being done stops; `step` comes next. */
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
