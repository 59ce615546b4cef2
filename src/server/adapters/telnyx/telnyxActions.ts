import type { LineActions } from '../../../core/ports.ts';
import { requestCarrier } from '../telephone/carrierApi.ts';

export interface TelnyxCall {
  /** The address of the API, without a trailing slash. */
  readonly apiUrl: string;
  readonly apiKey: string;
  /** The `CallSid` of TeXML: it is the `call_control_id` (`resources/texml/calls.d.ts` of Telnyx's npm package `telnyx` 7.24.0, read 2026-11-26). */
  readonly callControlId: string;
}

/**
 * Creates what a call over Telnyx can do, by call control commands: https://developers.telnyx.com/api-reference/call-commands/transfer-call,
 * /send-dtmf (read 2026-11), and `resources/calls/actions.d.ts` of the package, which also has `hangup`. Its pauses of keys are those of `sendDigits`.
 */
export function createTelnyxActions({ apiUrl, apiKey, callControlId }: TelnyxCall): LineActions {
  const command = (name: string, body: object, signal: AbortSignal): Promise<void> =>
    requestCarrier(`${apiUrl}/calls/${encodeURIComponent(callControlId)}/actions/${name}`, {
      method: 'POST',
      authorization: `Bearer ${apiKey}`,
      body,
      signal,
    });
  return {
    hangUp: (signal) => command('hangup', {}, signal),
    transfer: (to, signal) => command('transfer', { to }, signal),
    sendDigits: (digits, signal) => command('send_dtmf', { digits }, signal),
  };
}
