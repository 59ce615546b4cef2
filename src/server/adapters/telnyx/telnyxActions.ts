import type { LineActions } from '../../../core/ports.ts';
import { requestCarrier } from '../telephone/carrierApi.ts';
import type { DialSettings } from '../telephone/carrierSettings.ts';
import { dial } from '../telephone/xml.ts';

export interface TelnyxCall {
  /** The URL of the API, without a trailing slash. */
  readonly apiUrl: string;
  readonly apiKey: string;
  /**
   * The `CallSid` of TeXML, which equals the `call_control_id` (`resources/texml/calls.d.ts` of Telnyx's npm package
   * `telnyx` 7.24.0, read 2026-11-26).
   */
  readonly callControlId: string;
  readonly accountSid: string;
  readonly dialSettings: DialSettings;
}

/**
 * Creates the actions of a Telnyx call. It hangs up and sends keys with call control commands:
 * https://developers.telnyx.com/api-reference/call-commands/send-dtmf (read 2026-11), and
 * `resources/calls/actions.d.ts` of the package. The pauses between keys are those of `sendDigits`. A transfer replaces
 * the instructions of the call (https://developers.telnyx.com/api-reference/texml-rest-commands/update-call, read
 * 2026-11-29), because Telnyx requests no further instructions after the command `transfer`, but does after `<Dial>`,
 * from its `action`: https://developers.telnyx.com/docs/voice/programmable-voice/texml-verbs/dial (read 2026-11-29).
 */
export function createTelnyxActions(call: TelnyxCall): LineActions {
  const { apiUrl, accountSid, dialSettings } = call;
  const id = encodeURIComponent(call.callControlId);
  const post = (path: string, body: object, signal: AbortSignal): Promise<void> =>
    requestCarrier(apiUrl + path, { method: 'POST', authorization: `Bearer ${call.apiKey}`, body, signal });
  const command = (name: string, body: object, signal: AbortSignal): Promise<void> =>
    post(`/calls/${id}/actions/${name}`, body, signal);
  return {
    hangUp: (signal) => command('hangup', {}, signal),
    transfer: (target, signal) => {
      const form = new URLSearchParams({ Texml: dial(target, dialSettings) });
      return post(`/texml/Accounts/${encodeURIComponent(accountSid)}/Calls/${id}`, form, signal);
    },
    sendDigits: (digits, signal) => command('send_dtmf', { digits }, signal),
  };
}
