import { AntiphonError } from '../../core/errors.ts';

/** A list that is written and then sealed. */
export interface SealableList<Entry> {
  /** @throws AntiphonError `usage_invalid`: it is sealed, so that nobody would read it */
  add(entry: Entry): void;
  seal(): readonly Entry[];
}

export function createSealableList<Entry>(): SealableList<Entry> {
  const entries: Entry[] = [];
  return {
    add: (entry) => {
      if (Object.isFrozen(entries)) throw createTooLateError();
      entries.push(entry);
    },
    seal: () => Object.freeze(entries),
  };
}

export function createTooLateError(): AntiphonError {
  return new AntiphonError(
    'usage_invalid',
    'a score is written at once, so its function must not be async: what is written later would not be played',
  );
}
