import { ttsSchema } from '../../../providers/registry.ts';
import { lazySchema } from '../../core/zod.ts';
import { collectIssues, describeExpected } from '../../core/issues.ts';
import { createUpdateError } from './parseUpdate.ts';

const schema = lazySchema((z) => z.strictObject({ tts: ttsSchema() }));

/** Checks the settings of a voice. @throws AntiphonError `update_invalid` */
export function checkTts(tts: unknown): void {
  const parsed = schema().safeParse({ tts }, { error: describeExpected });
  if (!parsed.success) throw createUpdateError(collectIssues(parsed.error, { tts }));
}
