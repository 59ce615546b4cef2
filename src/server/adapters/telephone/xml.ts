import type { CarrierReturn } from './carrier.ts';
import type { DialSettings } from './carrierSettings.ts';

/** The first line of the answers to carriers that use XML instructions. */
export const XML = '<?xml version="1.0" encoding="UTF-8"?>';
export const XML_TYPE = 'text/xml; charset=utf-8';

/** Escapes text for XML content and attributes. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Returns the answer that dials a target and requests `action` afterwards. `target` is in the carrier's notation. */
export function dial(target: string, { action, timeoutS, callerId }: DialSettings): string {
  const from = callerId === undefined ? '' : ` callerId="${escapeXml(callerId)}"`;
  return `${XML}<Response><Dial action="${escapeXml(action)}" method="POST" timeout="${timeoutS}"${from}>${target}</Dial></Response>`;
}

/** The statuses of a finished transfer: the target answered, or the caller left. */
const OVER: ReadonlySet<string> = new Set(['answered', 'completed', 'cancel', 'canceled', 'cancelled']);

/** Checks whether a form field says that a transfer is over. */
export function isDialOver(body: string, field: string): boolean {
  return OVER.has(new URLSearchParams(body).get(field)?.toLowerCase() ?? '');
}

/** Returns the verb that makes a carrier request further instructions from this URL. */
export function redirectTo(url: string): string {
  return `<Redirect method="POST">${escapeXml(url)}</Redirect>`;
}

/**
 * Returns how a carrier that uses XML requests further instructions, and how it hangs up. `key` is the field of
 * `custom_data` that identifies the call.
 */
export function xmlReturn(key: string): CarrierReturn {
  return {
    key,
    ask: (url) => `${XML}<Response>${redirectTo(url)}</Response>`,
    hangUp: `${XML}<Response><Hangup/></Response>`,
  };
}
