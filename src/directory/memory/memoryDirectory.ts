import { checkOptions } from '../../core/checkOptions.ts';
import type { SessionDirectory } from '../../core/sessionDirectory.ts';
import { createDirectory } from '../createDirectory.ts';
import { createDirectorySettings, DIRECTORY_OPTIONS, type DirectoryOptions } from '../options.ts';
import { MemoryEngine } from './memoryEngine.ts';
import { MemoryStore } from './store.ts';

/**
 * Creates a directory in the memory of this process, for one or several nodes of the same process.
 *
 * @throws AntiphonError `usage_invalid` for an invalid option
 */
export function createMemoryDirectory(options: DirectoryOptions = {}): SessionDirectory {
  checkOptions('createMemoryDirectory', options, DIRECTORY_OPTIONS);
  const settings = createDirectorySettings(options);
  const store = new MemoryStore(settings.scheduler, settings.expiryMs);
  return createDirectory((node) => new MemoryEngine(node, store), settings);
}
