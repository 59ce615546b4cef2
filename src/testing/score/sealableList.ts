import { AntiphonError } from '../../core/errors.ts';

/** A list that can be written until it is sealed. */
export interface SealableList<Entry> {
  /**
   * Adds an entry. @throws AntiphonError `usage_invalid` if the list is sealed, so that the entry would never be read
   */
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
