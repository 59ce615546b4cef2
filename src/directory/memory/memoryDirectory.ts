import { checkOptions } from '../../core/checkOptions.ts';
import type { SessionDirectory } from '../../core/sessionDirectory.ts';
import { createDirectory } from '../createDirectory.ts';
import { createDirectorySettings, DIRECTORY_OPTIONS, type DirectoryOptions } from '../options.ts';
import { MemoryEngine } from './memoryEngine.ts';
import { MemoryStore } from './store.ts';

/**
 * Creates a directory in the memory of this process, for one or several nodes of the same process.
 *
 * @example
 * ```ts
 * import { createMemoryDirectory } from 'antiphon/directory';
 *
 * const node = createMemoryDirectory().register({ id: 'node-1', url: 'http://127.0.0.1:3000', capacity: 100 });
 * console.log(await node.claim({ session: 'ses_1', key: 'shop', limit: 20 })); // 'claimed'
 * console.log((await node.find('ses_1'))?.url); // 'http://127.0.0.1:3000'
 * await node.close();
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an invalid option
 */
export function createMemoryDirectory(options: DirectoryOptions = {}): SessionDirectory {
  checkOptions('createMemoryDirectory', options, DIRECTORY_OPTIONS);
  const settings = createDirectorySettings(options);
  const store = new MemoryStore(settings.scheduler, settings.expiryMs);
  return createDirectory((node) => new MemoryEngine(node, store), settings);
}
