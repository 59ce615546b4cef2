import { AntiphonError } from '../../core/errors.ts';
import { secondsToMs } from '../common/options.ts';

/** Options for the connections of `serve`. Times are in seconds. */
export interface ConnectionOptions {
  /** Number of concurrent connections, from 1 to 1000000; further ones are closed at once. @default 10000 */
  readonly max_connections?: number | undefined;
  /** Number of concurrent connections from each IP address. @default 1000; with `trust_proxy`, `max_connections` */
  readonly max_connections_per_ip?: number | undefined;
  /** Time for the headers of a request, from 0.1 to 300 s. @default 10 */
  readonly header_timeout?: number | undefined;
  /** Time for a whole request, from 0.1 to 300 s. @default 30 */
  readonly request_timeout?: number | undefined;
  /** How long a connection waits for its next request, from 0.1 to 600 s. @default 72 */
  readonly keep_alive_timeout?: number | undefined;
}

/** The same limits, with times in ms. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  readonly maxConnectionsPerIp: number;
  readonly headerMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
}

/** Fills in the defaults. @throws AntiphonError `usage_invalid` for a value out of range */
export function createConnectionLimits(options: ConnectionOptions, isBehindProxy: boolean): ConnectionLimits {
  const { max_connections = 10_000, header_timeout = 10, request_timeout = 30, keep_alive_timeout = 72 } = options;
  const { max_connections_per_ip = isBehindProxy ? max_connections : Math.min(1000, max_connections) } = options;
  return {
    maxConnections: toCount('max_connections', max_connections),
    maxConnectionsPerIp: toCount('max_connections_per_ip', max_connections_per_ip),
    headerMs: secondsToMs('header_timeout', header_timeout, 0.1, 300),
    requestMs: secondsToMs('request_timeout', request_timeout, 0.1, 300),
    keepAliveMs: secondsToMs('keep_alive_timeout', keep_alive_timeout, 0.1, 600),
  };
}

function toCount(name: keyof ConnectionOptions, value: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= 1_000_000) return value;
  const message = `${name}: expected a whole number from 1 to 1000000, got ${String(value)}`;
  throw new AntiphonError('usage_invalid', message, { path: name });
}
