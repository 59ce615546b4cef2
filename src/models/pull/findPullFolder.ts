import { join } from 'node:path';

/** Returns the folder in which a model is downloaded and unpacked. It is on the same disk as the models. */
export function findPullFolder(name: string, models: string): string {
  return join(models, '.pulls', name);
}
