import { hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AntiphonError, isAntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';

/**
 * Secrets that sign tokens, newest first. The newest signs new tokens; tokens signed with the previous one are still
 * accepted.
 */
export type TokenSecrets = readonly (string | Uint8Array)[];

/** The current secrets of a server. */
export interface Secrets {
  readonly newest: Uint8Array;
  readonly previous: Uint8Array | undefined;
}

/** Returns the secrets to use now. */
export interface SecretSource {
  read(): Secrets;
}

const MIN_BYTES = 32;

/** Creates one secret that never leaves the process: a restart invalidates all tokens. */
export function createRandomSecrets(): SecretSource {
  const secrets: Secrets = { newest: randomBytes(MIN_BYTES), previous: undefined };
  return { read: () => secrets };
}

/**
 * Creates a source from a list, or from a function that returns a list and is called for every token. If the function
 * fails later, the last secrets stay in use, and `report` receives the reason, once for as long as it stays the same.
 *
 * @throws AntiphonError `usage_invalid` if the first list breaks a rule; the error does not contain the secrets
 */
export function createSecretSource(
  option: TokenSecrets | (() => TokenSecrets),
  report: (reason: string) => void,
  name = 'token_secrets',
): SecretSource {
  if (typeof option !== 'function') {
    const secrets = checkSecrets(option, name);
    return { read: () => secrets };
  }
  let secrets = checkSecrets(call(option, name), name);
  let reported = '';
  const reload = (): Secrets => {
    try {
      secrets = checkSecrets(call(option, name), name);
      reported = '';
    } catch (error) {
      const reason = messageOf(error);
      if (reason !== reported) report(reason);
      reported = reason;
    }
    return secrets;
  };
  return { read: reload };
}

/** Derives secrets for another purpose from those of a source. */
export function deriveSecrets(source: SecretSource, purpose: string): SecretSource {
  const derived = new WeakMap<Uint8Array, Uint8Array>();
  const derive = (secret: Uint8Array): Uint8Array => {
    const known = derived.get(secret) ?? new Uint8Array(hkdfSync('sha256', secret, '', purpose, MIN_BYTES));
    derived.set(secret, known);
    return known;
  };
  return {
    read: () => {
      const { newest, previous } = source.read();
      return { newest: derive(newest), previous: previous && derive(previous) };
    },
  };
}

/**
 * Creates a function for `token_secrets`, or the option `name`, that reads a file with one secret per line, newest
 * first. Empty lines and spaces around a secret are ignored. The file is read for every token, so that new secrets need
 * no restart.
 *
 * @example
 * ```ts
 * import type { Agent } from 'antiphon';
 * import { secretsFromFile, serve } from 'antiphon/server';
 *
 * declare const agent: Agent;
 * await serve({ agent, node_id: 'voice-1', token_secrets: secretsFromFile('/run/secrets/antiphon-tokens') });
 * ```
 */
export function secretsFromFile(path: string | URL, name = 'token_secrets'): () => TokenSecrets {
  return () => {
    const lines = readLines(path, name);
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  };
}

function call(option: () => TokenSecrets, name: string): TokenSecrets {
  try {
    return option();
  } catch (cause) {
    if (isAntiphonError(cause)) throw cause;
    // Not the error's message, which may quote a secret.
    throw invalid(name, `expected secrets, got ${nameOf(cause)}`);
  }
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name;
}

function readLines(path: string | URL, name: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (cause) {
    throw invalid(name, `expected a file, got ${messageOf(cause)}`);
  }
}

function checkSecrets(list: TokenSecrets, name: string): Secrets {
  if (!Array.isArray(list) || list.length < 1 || list.length > 2)
    throw invalid(name, `expected one or two secrets, got ${Array.isArray(list) ? list.length : typeof list}`);
  const [newest, previous] = list.map((secret: unknown, index) => checkSecret(secret, name, index));
  return { newest: newest as Uint8Array, previous };
}

function checkSecret(secret: unknown, name: string, index: number): Uint8Array {
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret;
  const got = bytes instanceof Uint8Array ? `${bytes.length} bytes` : typeof secret;
  // Copied, because the caller may overwrite its own array.
  if (bytes instanceof Uint8Array && bytes.length >= MIN_BYTES) return Uint8Array.from(bytes);
  throw invalid(name, `expected at least ${MIN_BYTES} bytes, got ${got}`, `[${index}]`);
}

function invalid(name: string, fault: string, at = ''): AntiphonError {
  return new AntiphonError('usage_invalid', `${name}${at}: ${fault}`, { path: name });
}
