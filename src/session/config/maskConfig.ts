import { isSecretName } from '../../core/describeInput.ts';
import { createSecretMask, findSecrets } from './findSecrets.ts';

/** A name and password inside a URL. */
const USER_INFO = /\/\/[^/@\s]*@/gu;

/** A parameter of a URL whose name says that it is secret, however short. */
const QUERY = /(?<=[?&][^=&\s#]*(?:key|token|secret|signature|sig|password|credential|auth)[^=&\s#]*=)[^&\s#]+/giu;

/**
 * Copies a valid config for logs: keys, credentials and fields with such names become `***`.
 *
 * @example
 * ```ts
 * import { maskConfig, STT } from 'antiphon';
 *
 * console.log(maskConfig({ stt: STT.Deepgram({ api_key: 'secret' }) }));
 * // { stt: { provider: 'deepgram', api_key: '***' } }
 * ```
 */
export function maskConfig(config: object): Record<string, unknown> {
  const mask = createSecretMask(findSecrets(config));
  const masked = JSON.stringify(config, (name, value: unknown) => {
    if (isSecretName(name)) return '***';
    return typeof value === 'string' ? mask(value.replaceAll(USER_INFO, '//***@').replaceAll(QUERY, '***')) : value;
  });
  return JSON.parse(masked) as Record<string, unknown>;
}
