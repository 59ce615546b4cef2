import { isSecretName } from './describeInput.ts';

/** A name and password inside a URL. */
const USER_INFO = /\/\/[^/@\s]*@/gu;

/** Copies a valid config for logs: keys, credentials and fields with such names become `***`. */
export function maskConfig(config: object): Record<string, unknown> {
  const masked = JSON.stringify(config, (name, value: unknown) => {
    if (isSecretName(name)) return '***';
    return typeof value === 'string' ? value.replaceAll(USER_INFO, '//***@') : value;
  });
  return JSON.parse(masked) as Record<string, unknown>;
}
