import type { CarrierCall, CarrierReturn } from '../telephone/carrier.ts';
import { pickCallFields, parseJsonBody } from '../telephone/callFields.ts';

/** The fields of a call that Vonage returns with its events. */
const NAMES = ['call_uuid', 'conversation_uuid', 'from', 'to'] as const;
const FIELDS = Object.fromEntries(NAMES.map((name) => [name, name]));

/** The events that need further instructions. Vonage sends other events to the same address. */
const CLOSED: ReadonlySet<unknown> = new Set(['disconnected', 'failed', 'unanswered']);

interface ReturnEvents {
  readonly eventType: 'synchronous';
  readonly eventUrl: readonly [string];
  readonly eventMethod: 'POST';
  readonly headers: CarrierCall;
}

/**
 * Returns the fields of `connect` that make Vonage request further instructions when the WebSocket closes, and include
 * the fields of the call in the request (https://developer.vonage.com/en/voice/voice-api/concepts/websockets, read
 * 2026-11-26 in its source: github.com/Nexmo/nexmo-developer, voice-api/guides/websockets.md, commit 39e8ccd).
 */
export function describeReturn(returnUrl: string, call: CarrierCall): ReturnEvents {
  const headers = Object.fromEntries(NAMES.flatMap((name) => (call[name] === undefined ? [] : [[name, call[name]]])));
  return { eventType: 'synchronous', eventUrl: [returnUrl], eventMethod: 'POST', headers };
}

/** How Vonage requests further instructions. It ends a call that has none left. */
export const vonageReturn: CarrierReturn = {
  key: 'conversation_uuid',
  readCall: ({ body }) => {
    const fields = parseJsonBody(body);
    const { status, conversation_uuid, headers, payload } = fields;
    // The events of `notify` have no status.
    if (status !== undefined && !CLOSED.has(status)) return undefined;
    const sent: CarrierCall = {
      ...toFields(payload),
      ...toFields(headers),
      ...(conversation_uuid !== undefined && { conversation_uuid }),
    };
    return pickCallFields('vonage', FIELDS, (field) => sent[field]);
  },
  ask: (returnUrl, call) => {
    const { headers: payload } = describeReturn(returnUrl, call);
    return JSON.stringify([{ action: 'notify', payload, eventUrl: [returnUrl], eventMethod: 'POST' }]);
  },
  hangUp: '',
};

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
