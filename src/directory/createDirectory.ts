import type { SessionDirectory } from '../core/sessionDirectory.ts';
import type { ConnectEngine } from './engine.ts';
import { checkProfile, type DirectorySettings } from './options.ts';
import { Registration } from './registration.ts';

/** Creates a directory whose nodes connect to an engine. Opens no connection until a node is registered. */
export function createDirectory(connect: ConnectEngine, settings: DirectorySettings): SessionDirectory {
  return {
    register: (node) => {
      checkProfile(node);
      const { id, url, capacity } = node;
      const profile = { id, url, capacity };
      return new Registration(profile, connect(profile), settings);
    },
  };
}
