import { pathToFileURL } from 'node:url';
import { AntiphonError } from '../core/errors.ts';
import type { CustomParts } from '../replay/customParts.ts';
import { messageOf } from '../core/messageOf.ts';

/**
 * What the module of `--session` brings: `export const splice = …`, `export const stages = …`.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` where it cannot be loaded
 */
export async function loadCustomParts(path: string | undefined): Promise<CustomParts> {
  if (path === undefined) return {};
  const brought = (await import(pathToFileURL(path).href).catch((cause: unknown) => {
    throw new AntiphonError('usage_invalid', `--session: "${path}" could not be loaded: ${messageOf(cause)}`, {
      cause,
    });
  })) as CustomParts;
  if (!('splice' in brought) && !('stages' in brought))
    throw new AntiphonError('usage_invalid', `--session: expected "${path}" to export \`splice\` or \`stages\``);
  return { splice: brought.splice, stages: brought.stages };
}
