import type { Manifest } from '../../src/core/manifest.ts';
import { textTurnsSchema } from './settings.ts';
import { textRules } from './textRules.ts';

export const manifest: Manifest<{ turns: typeof textTurnsSchema }> = {
  vendor: null,
  turns: {
    name: 'Text',
    note: 'Rules about the words. Embedded; needs no key.',
    schema: textTurnsSchema,
    create: textRules,
  },
};
