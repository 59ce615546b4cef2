import { STT_PROVIDERS, TTS_PROVIDERS } from '../../../providers/registry.ts';
import { ERROR_CODES, type ErrorCode } from '../../core/errors.ts';
import type { SessionOptions } from '../../session/session.ts';

/** Returns the label of a provider. There are as many labels as providers are known when the server starts. */
export type ProviderLabel = (name: string | null | undefined) => string;

/** No provider has failed, or the handler has, which chooses its own. */
export const NO_PROVIDER = 'none';
export const OTHER_PROVIDER = 'other';

/** Creates the labels of the built-in providers and of the server's own ports; others share one. */
export function createProviderLabel(ports: SessionOptions['ports'] = {}): ProviderLabel {
  const own = [ports.stt?.name, ports.tts?.name];
  const known = new Set([...Object.keys(STT_PROVIDERS), ...Object.keys(TTS_PROVIDERS), ...own]);
  return (name) => {
    if (name === null || name === undefined) return NO_PROVIDER;
    return known.has(name) ? name : OTHER_PROVIDER;
  };
}

/** Returns the label of a code. Ports can report errors of codes of their own making. */
export function labelOfCode(code: string): ErrorCode {
  return Object.hasOwn(ERROR_CODES, code) ? (code as ErrorCode) : 'internal';
}
