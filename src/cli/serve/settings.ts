import type { ServeOptions } from '../../server/serve.ts';

export type Kind = 'text' | 'number' | 'list' | 'boolean' | 'boolean or list';

/** The options of `serve` that a flag or a variable sets, and how their text is parsed. */
const KINDS = {
  port: 'number',
  host: 'text',
  prefix: 'text',
  api_keys_file: 'text',
  public_url: 'text',
  trust_proxy: 'boolean or list',
  allowed_origins: 'list',
  node_id: 'text',
  page: 'boolean',
  about: 'text',
  log_transcripts: 'boolean',
  authenticate_timeout: 'number',
  join_timeout: 'number',
  idle_timeout: 'number',
  resume_timeout: 'number',
  drain_timeout: 'number',
  max_sessions: 'number',
  max_loop_delay: 'number',
  max_heap: 'number',
  max_unauthenticated_per_minute: 'number',
  max_connections: 'number',
  max_connections_per_ip: 'number',
  header_timeout: 'number',
  request_timeout: 'number',
  keep_alive_timeout: 'number',
} as const satisfies Partial<Record<keyof ServeOptions, Kind>>;

/** Settings that the command itself converts into options. */
const OWN_KINDS = {
  token_secrets_file: 'text',
  redis: 'list',
  nats: 'list',
  node_url: 'text',
  cluster_secrets_file: 'text',
  checkpoints: 'boolean',
  checkpoint_secrets_file: 'text',
  tls_key_file: 'text',
  tls_cert_file: 'text',
  record: 'text',
  log_level: 'text',
  warm_up: 'boolean',
  watch_edges: 'boolean',
  watch_only: 'list',
  watch_as: 'text',
} as const satisfies Record<string, Kind>;

export interface Setting {
  /** For example `max_sessions`. */
  readonly name: string;
  readonly kind: Kind;
  /** For example `max-sessions`. */
  readonly flag: string;
  /** For example `ANTIPHON_MAX_SESSIONS`. Platforms set PORT and HOST. */
  readonly variable: string;
  /** True if `serve` itself reads the variable. */
  readonly isReadByServer: boolean;
}

export const SETTINGS: readonly Setting[] = Object.entries({ ...KINDS, ...OWN_KINDS }).map(([name, kind]) => ({
  name,
  kind,
  flag: name.replaceAll('_', '-'),
  variable: name === 'port' || name === 'host' ? name.toUpperCase() : `ANTIPHON_${name.toUpperCase()}`,
  isReadByServer: name === 'api_keys_file',
}));
