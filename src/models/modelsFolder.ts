import type * as nodeOs from 'node:os';
import type * as nodePath from 'node:path';
import { lazyBuiltin } from '../wire/lazyBuiltin.ts';

const os = lazyBuiltin<typeof nodeOs>('node:os');
const path = lazyBuiltin<typeof nodePath>('node:path');

/** The file in a model's folder that lists its files. A model without it is not installed. */
export const MANIFEST_FILE = '.antiphon.json';

/**
 * Returns the folder of all models: `ANTIPHON_MODELS`, or `antiphon/models` in the user's cache folder. The folder may
 * not exist.
 */
export function findModelsFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = os().homedir(),
): string {
  const { ANTIPHON_MODELS: chosen = '' } = env;
  if (chosen !== '') return path().resolve(chosen);
  return path().join(findCacheFolder(env, platform, home), 'antiphon', 'models');
}

/** Returns the folder in which programs of this user cache files. It may not exist. */
export function findCacheFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = os().homedir(),
): string {
  const { join, isAbsolute } = path();
  if (platform === 'darwin') return join(home, 'Library', 'Caches');
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local');
  const { XDG_CACHE_HOME: cache = '' } = env;
  // The XDG base directory specification says to ignore relative paths.
  return isAbsolute(cache) ? cache : join(home, '.cache');
}
