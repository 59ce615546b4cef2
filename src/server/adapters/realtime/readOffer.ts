import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { validateBody } from '../../problems/validate.ts';
import { acceptSdp, OFFER_LIMIT } from '../../webrtc/acceptSdp.ts';
import { checkOffer, refuse } from '../../webrtc/checkOffer.ts';
import { readQuery, wantedSession, type Wanted } from './startRealtime.ts';

/** A client request over WebRTC: an SDP offer, or a form with `sdp` and `session`. */
export type CallRequest = FastifyRequest<{ Body: string | Buffer }>;

export interface Offered {
  readonly offer: string;
  readonly session: Wanted;
}

const formFields: z.ZodType<{ readonly session?: Wanted | undefined }> = z.object({
  session: wantedSession.optional(),
});

/** Accepts these bodies in a scope, and refuses all others. */
export function acceptOffers(scope: FastifyInstance): void {
  acceptSdp(scope, 'The body must be application/sdp or multipart/form-data.');
  scope.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: OFFER_LIMIT },
    (_request, body, done) => done(null, body),
  );
}

/** Reads the offer from a request. @throws (rejects with) Problem `invalid_request`, naming the field */
export async function readOffer({ body, headers, query }: CallRequest): Promise<Offered> {
  const asked = readQuery(query);
  if (!Buffer.isBuffer(body)) return { offer: checkOffer(body), session: asked };
  const form = await parseForm(body, headers['content-type']);
  const offer = checkOffer(await textOf(form.get('sdp')), '/sdp');
  const { session } = validateBody(formFields, { session: parseSession(await textOf(form.get('session'))) });
  return { offer, session: { ...asked, ...session } };
}

async function parseForm(body: Buffer, type = ''): Promise<FormData> {
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': type } });
  return response.formData().catch(() => refuse('a multipart/form-data form'));
}

/** Returns the text of a field, which may have been uploaded as a file. */
async function textOf(field: string | Blob | null): Promise<string | undefined> {
  if (field === null) return undefined;
  return typeof field === 'string' ? field : field.text();
}

function parseSession(json: string | undefined): unknown {
  if (json === undefined) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return refuse('JSON', '/session');
  }
}
