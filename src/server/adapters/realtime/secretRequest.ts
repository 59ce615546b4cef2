import * as z from 'zod';
import { wantedSession, type Wanted } from './startRealtime.ts';

/** The body of `POST /v1/realtime/client_secrets`. */
export interface SecretRequest {
  readonly session?: Wanted | undefined;
}

export const secretRequest: z.ZodType<SecretRequest> = z.object({
  expires_after: z
    .object({ anchor: z.literal('created_at').optional(), seconds: z.int().min(10).max(7200).optional() })
    .optional(),
  session: wantedSession.optional(),
});
