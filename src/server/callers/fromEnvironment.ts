import { readApiKeys } from '../../keys/parseApiKeys.ts';
import { knowsCallers, type CallerOptions } from './createAuthenticate.ts';

/**
 * Adds the keys from the environment if the options contain none. An empty variable is an error, because missing keys
 * must not open the server by mistake.
 *
 * @throws AntiphonError `usage_invalid`
 */
export function fromEnvironment<Options extends CallerOptions>(options: Options, env: NodeJS.ProcessEnv): Options {
  const { ANTIPHON_API_KEYS: json, ANTIPHON_API_KEYS_FILE: path } = env;
  if (knowsCallers(options)) return options;
  return {
    ...options,
    ...(json === undefined ? {} : { api_keys: readApiKeys(json, 'ANTIPHON_API_KEYS') }),
    ...(path === undefined ? {} : { api_keys_file: path }),
  };
}
