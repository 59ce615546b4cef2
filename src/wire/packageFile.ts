import { createRequire } from 'node:module';
import { AntiphonError } from '../core/errors.ts';
import { messageOf } from '../core/messageOf.ts';

/**
 * Returns the path of a file of this package, by its name in the `imports` of package.json, such as `#silero-kernel`.
 *
 * @throws AntiphonError `package_file_missing` if the file does not exist, as in a bundle that contains the package's
 *   code
 */
export function findPackageFile(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    const [reason] = messageOf(cause).split('\n');
    const hint = 'if your code is bundled, mark the package as external';
    throw new AntiphonError('package_file_missing', `antiphon cannot find its file ${name} (${reason}); ${hint}`, {
      cause,
    });
  }
}
