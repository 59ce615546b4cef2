import { faultOfStatus, type WireFault } from '../../src/wire/fault.ts';
import { asText, parseObject } from '../../src/wire/json.ts';

/**
 * Classifies a refusal by the name of its exception, because Polly throttles with the status 400. The name is in a
 * header, followed by an address, or in the body.
 */
export function classifyPollyRefusal(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
  nowMs: number,
): WireFault {
  const fault = faultOfStatus(status, headers, body, nowMs);
  const named = headers['x-amzn-errortype'] ?? asText(parseObject(body)?.['__type']);
  const name = named.split('#').at(-1)?.split(':', 1)[0] ?? '';
  const kind = THROTTLED.test(name) ? 'retry' : fault.kind;
  return { ...fault, kind, message: name === '' ? fault.message : `${name}: ${fault.message}` };
}

const THROTTLED = /^(?:Throttl|TooManyRequests|RequestLimitExceeded|SlowDown)/u;
