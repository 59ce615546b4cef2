import { STT_PROVIDERS, TTS_PROVIDERS } from '../../../providers/registry.ts';
import { ERROR_CODES, type ErrorCode } from '../../core/errors.ts';
import type { SessionOptions } from '../../session/session.ts';

/** Returns the label of a provider. The set of labels is fixed when the server starts. */
export type ProviderLabel = (name: string | null | undefined) => string;

/** The label if no provider has failed, or if the handler failed, which selects its own provider. */
export const NO_PROVIDER = 'none';
export const OTHER_PROVIDER = 'other';

/** Creates the labels of the built-in providers and of the server's own ports. All others share one label. */
export function createProviderLabel(ports: SessionOptions['ports'] = {}): ProviderLabel {
  const own = [ports.stt?.name, ports.tts?.name];
  const known = new Set([...Object.keys(STT_PROVIDERS), ...Object.keys(TTS_PROVIDERS), ...own]);
  return (name) => {
    if (name === null || name === undefined) return NO_PROVIDER;
    return known.has(name) ? name : OTHER_PROVIDER;
  };
}

/** Returns the label of a code. Ports can report errors with custom codes. */
export function labelOfCode(code: string): ErrorCode {
  return Object.hasOwn(ERROR_CODES, code) ? (code as ErrorCode) : 'internal';
}
