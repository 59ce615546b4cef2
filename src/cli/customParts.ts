import { pathToFileURL } from 'node:url';
import { AntiphonError } from '../core/errors.ts';
import type { CustomParts } from '../replay/customParts.ts';
import { messageOf } from '../core/messageOf.ts';

/**
 * Loads `splice` and `stages` from the module of `--session`.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if it cannot be loaded or exports neither
 */
export async function loadCustomParts(path: string | undefined): Promise<CustomParts> {
  if (path === undefined) return {};
  const loaded = (await import(pathToFileURL(path).href).catch((cause: unknown) => {
    throw new AntiphonError('usage_invalid', `--session: "${path}" could not be loaded: ${messageOf(cause)}`, {
      cause,
    });
  })) as CustomParts;
  if (!('splice' in loaded) && !('stages' in loaded))
    throw new AntiphonError('usage_invalid', `--session: expected "${path}" to export \`splice\` or \`stages\``);
  return { splice: loaded.splice, stages: loaded.stages };
}
