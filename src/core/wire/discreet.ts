import type { WireFault } from './fault.ts';

const SECRET_HEADERS = /auth|key|token|secret/iu;
/** Shorter words of a header are no keys. */
const LEAST_CHARS = 6;

/** `fault` without the keys of the request that led to it: providers like to repeat them. */
export function discreet(fault: WireFault, headers: Readonly<Record<string, string>>): WireFault {
  const secrets = Object.entries(headers).flatMap(([name, value]) =>
    SECRET_HEADERS.test(name) ? value.split(/\s+/u).filter((word) => word.length > LEAST_CHARS) : [],
  );
  const message = secrets.reduce((said, secret) => said.replaceAll(secret, '***'), fault.message);
  return { ...fault, message };
}
