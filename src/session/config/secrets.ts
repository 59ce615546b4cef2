import { createSecretMask, findSecrets } from './findSecrets.ts';

/** The secrets of a session: those of its config, and of the settings that replaced a part of it. */
export interface Secrets {
  /** Lists them, the longest first: the same array as long as none is added. */
  list(): readonly string[];
  /** Replaces them in a text. */
  mask(text: string): string;
  /** Adds those of further settings. */
  add(settings: object): void;
}

export function createSecrets(config: object): Secrets {
  let known = findSecrets(config);
  let mask = createSecretMask(known);
  return {
    list: () => known,
    mask: (text) => mask(text),
    add: (settings) => {
      known = [...new Set([...known, ...findSecrets(settings)])].sort((a, b) => b.length - a.length);
      mask = createSecretMask(known);
    },
  };
}
