import type { SessionDirectory } from '../../core/sessionDirectory.ts';
import { createDirectory } from '../createDirectory.ts';
import { createDirectorySettings, type DirectoryOptions } from '../options.ts';
import { MemoryEngine } from './memoryEngine.ts';
import { MemoryStore } from './store.ts';

/** Creates a directory in the memory of this process, for one node, or for several of the same process. */
export function createMemoryDirectory(options: DirectoryOptions = {}): SessionDirectory {
  const settings = createDirectorySettings(options);
  const store = new MemoryStore(settings.scheduler, settings.expiryMs);
  return createDirectory((node) => new MemoryEngine(node, store), settings);
}
