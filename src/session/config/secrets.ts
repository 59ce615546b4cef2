import { createSecretMask, findSecrets } from './findSecrets.ts';

/** The secrets of a session: those of its config, and of settings that later replaced a part of it. */
export interface Secrets {
  /** Lists the secrets, longest first. Returns the same array until one is added. */
  list(): readonly string[];
  /** Replaces the secrets in a text. */
  mask(text: string): string;
  /** Adds the secrets of further settings. */
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
