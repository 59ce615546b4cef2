import { AntiphonError } from '../../core/errors.ts';
import type { ModelFile } from '../model.ts';

/** Returns the name of a file, as in its address. */
export function fileNameOf({ url }: Pick<ModelFile, 'url'>): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

/**
 * Returns the address of a file: on the mirror of `ANTIPHON_MODELS_URL` if there is one.
 *
 * @throws AntiphonError `usage_invalid` if the mirror is not an address with http or https
 */
export function findUrl(file: Pick<ModelFile, 'url'>, env: NodeJS.ProcessEnv): string {
  const { ANTIPHON_MODELS_URL: mirror = '' } = env;
  if (mirror === '') return file.url;
  if (!/^https?:\/\/[^\s?#@]+$/u.test(mirror) || !URL.canParse(mirror)) {
    const expected = 'expected an address with http or https, without a user or a query';
    throw new AntiphonError('usage_invalid', `ANTIPHON_MODELS_URL: ${expected}`);
  }
  return `${mirror.replace(/\/$/u, '')}/${fileNameOf(file)}`;
}
