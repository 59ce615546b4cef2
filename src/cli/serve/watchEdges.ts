import { AntiphonError } from '../../core/errors.ts';
import { assertKnownName } from '../../core/names.ts';
import { EDGES } from '../../session/edges.ts';
import type { Session } from '../../session/session.ts';
import { inspect, type InspectOptions } from '../../testing/inspect.ts';
import type { Values } from './readSettings.ts';

/**
 * Creates the `prepare` that prints edge values for `--watch-edges`, `--watch-only` and `--watch-as`. Returns undefined
 * without them.
 *
 * @throws AntiphonError `usage_invalid` if a name is neither an edge nor a session ID, or if the format is unknown
 */
export function createWatch(
  { watch_edges: isWatching, watch_only: only, watch_as: format }: Values,
  write: (line: string) => void,
): ((session: Session) => void) | undefined {
  if (isWatching !== true && only === undefined && format === undefined) return undefined;
  if (format !== undefined && format !== 'lines' && format !== 'marbles')
    throw new AntiphonError('usage_invalid', `serve: expected --watch-as lines or marbles, got "${String(format)}"`);
  const names = Array.isArray(only) ? (only as readonly string[]) : [];
  const sessions = names.filter((name) => name.startsWith('ses_'));
  const edges = names
    .filter((name) => !name.startsWith('ses_'))
    .map((name) => assertKnownName('edge', EDGES, name, '--watch-only'));
  const options: InspectOptions = {
    ...(edges.length > 0 && { edges }),
    ...(sessions.length > 0 && { sessions }),
    as: format,
    write,
  };
  return (session) => void inspect(session, options);
}
