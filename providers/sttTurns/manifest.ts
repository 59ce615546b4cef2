import type { ProviderEntry } from '../../src/core/manifest.ts';
import { sttTurnsSchema, type FilledSttTurns, type SttTurns } from './settings.ts';

/** Turn detection by the recogniser, which needs no port. */
export const manifest: {
  readonly vendor: null;
  readonly turns: ProviderEntry<SttTurns, FilledSttTurns, undefined>;
} = {
  vendor: null,
  turns: {
    name: 'STT',
    note: 'The recogniser itself, if it can detect the ends of turns.',
    schema: sttTurnsSchema,
    create: () => undefined,
  },
};
