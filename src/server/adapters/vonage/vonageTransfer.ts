import { createHash } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { Problem } from '../../problems/problem.ts';
import type { CarrierCall, UnansweredTransfer, VoiceRequest } from '../telephone/carrier.ts';
import { pickCallFields, parseJsonBody } from '../telephone/callFields.ts';

/** The fields of a call that must be kept: in events after a transfer, they describe the target. */
const FIELDS = { call_uuid: 'call_uuid', from: 'from', to: 'to' };

/** The fields that are read from the event, because a transfer puts the caller into another conversation. */
const OF_EVENT = { conversation_uuid: 'conversation_uuid', dial_call_status: 'status' };

/** Lifetime of a return address, in seconds; longer than a target rings. */
const LIFETIME_S = 900;

/** The events after which a caller returns to the agent. Vonage sends other events to the same address. */
const UNANSWERED: ReadonlySet<unknown> = new Set(['busy', 'failed', 'rejected', 'timeout', 'unanswered']);

/** The URLs from which Vonage requests instructions after a transfer. */
export interface VonageTransfers {
  /**
   * Returns the URL for a call, which contains the encrypted fields of the call, because Vonage signs only the body.
   */
  createReturn(action: string, call: CarrierCall): Promise<string>;
  /** Reads the call whose transfer was not answered. @throws (rejects with) Problem `bad_request` */
  readUnanswered(request: VoiceRequest): Promise<UnansweredTransfer>;
}

/**
 * Checks whether an event of a transfer needs no instructions: the target answered or is still ringing, or the caller
 * left.
 */
export function isVonageTransferOver({ body }: VoiceRequest): boolean {
  return !UNANSWERED.has(parseJsonBody(body)['status']);
}

/** Creates the return addresses of an account. */
export function createVonageTransfers(secret: string): VonageTransfers {
  const key = createHash('sha256').update(`antiphon transfers ${secret}`).digest();
  return {
    createReturn: async (action, call) => {
      const token = await new EncryptJWT(pickCallFields('vonage', FIELDS, (field) => call[field]))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setIssuedAt()
        .setExpirationTime(`${LIFETIME_S} s`)
        .encrypt(key);
      return `${action}?${new URLSearchParams({ call: token })}`;
    },
    readUnanswered: async ({ url, body }) => {
      const event = parseJsonBody(body);
      const call = await decrypt(new URL(url).searchParams.get('call') ?? '', key);
      // Several events may report that the same target has not answered.
      return {
        call: { ...call, ...pickCallFields('vonage', OF_EVENT, (field) => event[field]) },
        transfer: String(event['uuid']),
      };
    },
  };
}

async function decrypt(token: string, key: Uint8Array): Promise<CarrierCall> {
  try {
    const { payload } = await jwtDecrypt(token, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return pickCallFields('vonage', FIELDS, (field) => payload[field]);
  } catch {
    throw new Problem('bad_request', [], undefined, 'Expected "call" in the query to be the value from the transfer.');
  }
}
