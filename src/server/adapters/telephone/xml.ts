import type { CarrierReturn } from './carrier.ts';
import type { DialSettings } from './carrierSettings.ts';

/** The first line of the answers of carriers whose instructions are XML. */
export const XML = '<?xml version="1.0" encoding="UTF-8"?>';
export const XML_TYPE = 'text/xml; charset=utf-8';

/** Writes text into XML, also in an attribute. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Returns the answer that dials a target and requests `action` afterwards. `target`: in the carrier's notation. */
export function dial(target: string, { action, timeoutS, callerId }: DialSettings): string {
  const from = callerId === undefined ? '' : ` callerId="${escapeXml(callerId)}"`;
  return `${XML}<Response><Dial action="${escapeXml(action)}" method="POST" timeout="${timeoutS}"${from}>${target}</Dial></Response>`;
}

/** Statuses of a finished transfer: it was answered, or the caller has left. */
const OVER: ReadonlySet<string> = new Set(['answered', 'completed', 'cancel', 'canceled', 'cancelled']);

/** Whether the field of a form says that a transfer is over. */
export function isDialOver(body: string, field: string): boolean {
  return OVER.has(new URLSearchParams(body).get(field)?.toLowerCase() ?? '');
}

/** Returns the verb with which a carrier asks this address what follows. */
export function redirectTo(url: string): string {
  return `<Redirect method="POST">${escapeXml(url)}</Redirect>`;
}

/** Returns how a carrier with XML asks what follows, and how it hangs up. `key`: the field of `custom_data` that names the call. */
export function xmlReturn(key: string): CarrierReturn {
  return {
    key,
    ask: (url) => `${XML}<Response>${redirectTo(url)}</Response>`,
    hangUp: `${XML}<Response><Hangup/></Response>`,
  };
}
