import type { FastifyBaseLogger } from 'fastify';
import type { SchedulerLike } from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import type { ApiKey } from '../../keys/apiKey.ts';
import { parseApiKeys, readApiKeys } from '../../keys/parseApiKeys.ts';
import { ANYONE, type Authenticate } from './caller.ts';
import { authenticateByKey, createKeyring } from './keys/keyring.ts';
import { openKeyFile } from './keys/keyFile.ts';
import type { Identification } from './requestCaller.ts';
import { type PublicUrl, isLoopback } from '../addresses/publicUrl.ts';
import { isFromHere } from '../addresses/checkHost.ts';
import { secondsToMs } from '../common/options.ts';

/**
 * Options that decide who may use a server: set one of them. Without any, all programs on this machine share one
 * identity with all scopes and no limits, and requests from elsewhere are refused.
 */
export interface CallerOptions {
  /** Entries of API keys; create them with `npx antiphon key`. */
  readonly api_keys?: readonly ApiKey[] | undefined;
  /** A JSON file with an array of such entries. The server reads it again when it changes. */
  readonly api_keys_file?: string | undefined;
  /** Identifies the caller of a request, for apps with their own authentication. */
  readonly authenticate?: Authenticate | undefined;
  /** Time for `authenticate`, from 0.1 to 300 s; after it, the request is refused with 504. @default 10 */
  readonly authenticate_timeout?: number | undefined;
}

interface Context {
  /** The URL under which others reach the server. */
  readonly publicUrl: PublicUrl | undefined;
  readonly scheduler: SchedulerLike;
  readonly log: FastifyBaseLogger;
}

/**
 * Creates the identification of callers.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` for a timeout out of range, and the errors of
 * `createAuthenticate`
 */
export async function createIdentification(
  { authenticate_timeout = 10, ...options }: CallerOptions,
  context: Context,
): Promise<Omit<Identification, 'rates'>> {
  const timeoutMs = secondsToMs('authenticate_timeout', authenticate_timeout, 0.1, 300);
  return { authenticate: await createAuthenticate(options, context), timeoutMs, scheduler: context.scheduler };
}

/**
 * Creates the function that identifies the caller of a request.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if several options are set, or if keys are invalid
 */
async function createAuthenticate(
  options: Omit<CallerOptions, 'authenticate_timeout'>,
  context: Context,
): Promise<Authenticate> {
  const { api_keys: keys, api_keys_file: path, authenticate } = options;
  refuseSeveral(options);
  if (keys !== undefined) {
    const keyring = createKeyring(parseApiKeys(keys, 'api_keys'));
    return authenticateByKey(() => keyring);
  }
  if (path !== undefined) return authenticateByKey(await openKeyFile({ path, ...context }));
  return authenticate ?? createOpenToHere(context);
}

/**
 * Creates an `authenticate` for a server without keys, which only accepts this machine: anyone else could run up the
 * owner's bill.
 */
function createOpenToHere({ publicUrl, log }: Context): Authenticate {
  const isPublic = publicUrl !== undefined && !isLoopback(publicUrl.hostname);
  let isWarned = false;
  return (request) => {
    if (!isPublic && isFromHere(request)) return ANYONE;
    if (!isWarned) log.warn(OPEN);
    isWarned = true;
    return undefined;
  };
}

const OPEN =
  'refused a request from another machine: this server does not identify its callers. Set api_keys, api_keys_file or authenticate';

/** Checks whether the options identify callers. */
export function knowsCallers({ api_keys, api_keys_file, authenticate }: CallerOptions): boolean {
  return (api_keys ?? api_keys_file ?? authenticate) !== undefined;
}

function refuseSeveral({ api_keys, api_keys_file, authenticate }: CallerOptions): void {
  const given = Object.entries({ api_keys, api_keys_file, authenticate }).filter(([, value]) => value !== undefined);
  if (given.length <= 1) return;
  const names = given.map(([name]) => name);
  throw new AntiphonError('usage_invalid', `${names.join(', ')}: expected only one of them`, { path: names[1] });
}

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
