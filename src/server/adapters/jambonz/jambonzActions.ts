import type { LineActions } from '../../../core/ports.ts';
import type { DialSettings } from '../telephone/carrierSettings.ts';
import { isSip, refusePauses, requestCarrier } from '../telephone/carrierApi.ts';
import { parseJsonBody } from '../telephone/callFields.ts';

export interface JambonzCall {
  /** The URL of the REST API, without a trailing slash. */
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly accountSid: string;
  readonly callSid: string;
}

/** The tag that holds the target of a transfer. */
const TARGET = 'antiphon_transfer';

/**
 * Creates the actions of a jambonz call, which use its REST API:
 * https://docs.jambonz.org/reference/rest-call-control/calls/update-call (read 2026-11-26). `listen` has no command for
 * them (lib/tasks/listen.js of jambonz-feature-server, commit 389c65e). A transfer tags the call with its target;
 * jambonz sends the tag when `listen` has ended: https://docs.jambonz.org/verbs/verbs/tag (read 2026-11-26).
 */
export function createJambonzActions({ apiUrl, apiKey, accountSid, callSid }: JambonzCall): LineActions {
  const url = `${apiUrl}/Accounts/${encodeURIComponent(accountSid)}/Calls/${encodeURIComponent(callSid)}`;
  const update = (body: object, signal: AbortSignal): Promise<void> =>
    requestCarrier(url, { method: 'PUT', authorization: `Bearer ${apiKey}`, body, signal });
  return {
    transfer: (target, signal) => update({ tag: { [TARGET]: target } }, signal),
    sendDigits: async (digits, signal) => {
      refusePauses('jambonz', digits);
      for (const digit of digits) await update({ dtmf: { digit } }, signal);
    },
  };
}

/**
 * Returns the instructions that follow `listen` if the caller is being transferred; otherwise an empty list, so that
 * the verb after `listen` runs.
 *
 * @throws Problem `bad_request`
 */
export function followListen(body: string, settings: DialSettings): string {
  const { customerData } = parseJsonBody(body);
  if (typeof customerData !== 'object' || customerData === null) return '[]';
  const target: unknown = (customerData as Readonly<Record<string, unknown>>)[TARGET];
  return JSON.stringify(typeof target === 'string' ? [dial(target, settings), { verb: 'hangup' }] : []);
}

/** Removes the tag. Otherwise, a call that returned from a transfer would be transferred again when it ends. */
export const UNTAG: object = { verb: 'tag', data: { [TARGET]: null } };

/**
 * Creates a `dial` verb. If the target does not answer or hangs up, jambonz requests the next instructions from the
 * `actionHook`: https://docs.jambonz.org/verbs/verbs/dial (read 2026-11).
 */
function dial(target: string, { action, timeoutS, callerId }: DialSettings): object {
  const actionHook = { url: action, method: 'POST' };
  return { verb: 'dial', target: [toDialled(target)], actionHook, timeout: timeoutS, ...(callerId && { callerId }) };
}

/** Converts a target to the form in the specification of the verbs, `@jambonz/verb-specifications` 0.1.13. */
function toDialled(target: string): object {
  return isSip(target) ? { type: 'sip', sipUri: target } : { type: 'phone', number: target };
}
