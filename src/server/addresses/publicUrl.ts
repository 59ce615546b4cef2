import { isIPv4 } from 'node:net';
import { AntiphonError } from '../../core/errors.ts';

/** The URL under which callers and clients reach a server, or one registration of the plugin. */
export interface PublicUrl {
  /** `https://voice.example.com` */
  readonly origin: string;
  readonly hostname: string;
  /** `voice.example.com`, with a port unless it is the default of the scheme. */
  readonly host: string;
  readonly protocol: 'http:' | 'https:';
  /** The path before `/v1/sessions`: empty or `/prefix`. */
  readonly path: string;
}

/** Parses the option `public_url`, or the option with the given name. @throws AntiphonError `usage_invalid` */
export function parsePublicUrl(text: string, option = 'public_url'): PublicUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isPlain(url)) {
    const message = `${option}: expected an address such as https://voice.example.com/prefix, got ${describe(url)}`;
    throw new AntiphonError('usage_invalid', message, { path: option });
  }
  const { origin, host, hostname, protocol, pathname } = url;
  return {
    origin,
    host,
    hostname,
    protocol: protocol === 'https:' ? protocol : 'http:',
    path: pathname.replace(/\/$/u, ''),
  };
}

function isPlain({ protocol, username, password, search, hash }: URL): boolean {
  return (
    (protocol === 'https:' || protocol === 'http:') && [username, password, search, hash].every((part) => part === '')
  );
}

/** Describes a URL without quoting credentials. */
function describe(url: URL | undefined): string {
  return url === undefined
    ? 'a value that is not a URL'
    : `${url.protocol}//${url.host}${url.pathname} (only http or https, a host, a port and a path are allowed)`;
}

/** Checks whether a host name is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(?<address>.*)\]$/u, '$<address>');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}
