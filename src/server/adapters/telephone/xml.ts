import type { Carrier, CarrierReturn } from './carrier.ts';
import { isSip } from './carrierApi.ts';
import type { DialSettings } from './carrierSettings.ts';

/** The first line of the answers to carriers that use XML instructions. */
const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const XML_TYPE = 'text/xml; charset=utf-8';

/** Escapes text for XML content and attributes. */
function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/**
 * Returns the answer that dials a telephone number or a SIP address, and requests `action` afterwards. `sipVerb` is the
 * carrier's verb for SIP addresses.
 */
export function dial(target: string, { action, timeoutS, callerId }: DialSettings, sipVerb: string = 'Sip'): string {
  const from = callerId === undefined ? '' : ` callerId="${escapeXml(callerId)}"`;
  const verb = isSip(target) ? sipVerb : 'Number';
  const dialled = `<${verb}>${escapeXml(target)}</${verb}>`;
  return respond(`<Dial action="${escapeXml(action)}" method="POST" timeout="${timeoutS}"${from}>${dialled}</Dial>`);
}

/** The statuses of a finished transfer: the target answered, or the caller left. */
const OVER: ReadonlySet<string> = new Set(['answered', 'completed', 'cancel', 'canceled', 'cancelled']);

/** Checks whether a form field says that a transfer is over. */
function isDialOver(body: string, field: string): boolean {
  return OVER.has(new URLSearchParams(body).get(field)?.toLowerCase() ?? '');
}

/** Returns the verb that makes a carrier request further instructions from this URL. */
function redirectTo(url: string): string {
  return `<Redirect method="POST">${escapeXml(url)}</Redirect>`;
}

function respond(verbs: string): string {
  return `${XML}<Response>${verbs}</Response>`;
}

export interface XmlOptions {
  /** The field of `custom_data` that identifies the call. */
  readonly key: string;
  /** Returns the verb that connects the call to a WebSocket, whose address is escaped. */
  readonly stream: (socketUrl: string) => string;
  /** The verb that plays a busy signal. */
  readonly busy: string;
  /** The field of the form with the outcome of a transfer. */
  readonly dialStatus: string;
}

/** Creates the answers to a carrier that requests instructions with a form, and takes them as XML. */
export function createXmlAnswers({ key, stream, busy, dialStatus }: XmlOptions): XmlAnswers {
  const returning: CarrierReturn = {
    key,
    ask: (url) => respond(redirectTo(url)),
    hangUp: respond('<Hangup/>'),
  };
  return {
    contentType: XML_TYPE,
    returning,
    busy: respond(busy),
    isTransferOver: ({ body }) => isDialOver(body, dialStatus),
    connect: (socketUrl, _call, returnUrl) =>
      respond(stream(escapeXml(socketUrl)) + (returnUrl === undefined ? '' : redirectTo(returnUrl))),
  };
}

export type XmlAnswers = Required<Pick<Carrier, 'isTransferOver'>> &
  Pick<Carrier, 'contentType' | 'returning' | 'busy' | 'connect'>;
