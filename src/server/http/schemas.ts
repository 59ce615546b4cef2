import * as z from 'zod';
import type { AudioFormats, OutputFormat } from '../../core/protocol.ts';
import type { RequestedOutputFormat, StartSessionRequest } from '../../core/sessionRequests.ts';
import { count } from '../../core/schema.ts';
import { antiphonV1 } from '../protocols/antiphonV1.ts';
import { audioFormat, defaultFormats, frameMs, outputFormat, pcm } from '../protocols/formats.ts';
import type { MediaAdapter, PeerFormat } from '../../core/mediaAdapter.ts';
import { usageSchema } from '../usage/usageResource.ts';
import { PROBLEMS, type ProblemCode } from '../problems/problem.ts';

/** The request with its defaults filled in. */
export interface FilledRequest {
  readonly custom_data: Record<string, unknown>;
  readonly transport: {
    readonly type: 'websocket';
    readonly protocol: string;
    readonly audio: AudioFormats;
  };
  readonly max_duration: number;
}

const type = z.literal('websocket');

type Transport = FilledRequest['transport'];
type RequestedTransport = NonNullable<StartSessionRequest['transport']>;

/** Creates the schema of a transport with the formats that an adapter supports. */
function createTransport({ protocol, capabilities }: MediaAdapter): z.ZodObject<z.core.$ZodShape> {
  const { input, output } = defaultFormats(capabilities.audio);
  const taken = z.strictObject({ ...pcm, sample_rate: rateOf(capabilities.audio.input) });
  const sent: z.ZodType<OutputFormat, RequestedOutputFormat> = z.strictObject({
    ...pcm,
    sample_rate: rateOf(capabilities.audio.output),
    frame_ms: frameMs.default(output.frame_ms),
  });
  const audio = z.strictObject({
    input: taken.describe('16-bit PCM, little-endian, mono.').default(input),
    output: sent.describe('16-bit PCM, little-endian, mono, in frames of frame_ms.').default(output),
  });
  return z.strictObject({ type, protocol: z.literal(protocol), audio: audio.default({ input, output }) });
}

function rateOf(formats: readonly PeerFormat[]): typeof pcm.sample_rate {
  return z.literal(formats.map(({ sample_rate }) => sample_rate)).describe('In Hz.');
}

/** Creates the schema of `POST /v1/sessions`. `adapters` are those of protocols other than antiphon.v1. */
export function createStartSessionRequest(
  adapters: readonly MediaAdapter[],
): z.ZodType<FilledRequest, StartSessionRequest> {
  const own = createTransport(antiphonV1);
  const transport =
    adapters.length === 0 ? own : z.discriminatedUnion('protocol', [own, ...adapters.map(createTransport)]);
  const { protocol, capabilities } = antiphonV1;
  return z.strictObject({
    // Not z.json(), whose JSON Schema refers to a definition that an OpenAPI document does not contain.
    custom_data: z.record(z.string(), z.unknown()).default({}).describe('Passed to configure_session.'),
    transport: (transport as unknown as z.ZodType<Transport, RequestedTransport>).default({
      type: 'websocket',
      protocol,
      audio: defaultFormats(capabilities.audio),
    }),
    max_duration: z.number().min(1).max(86_400).default(3600).describe('In seconds.'),
  });
}

/** The body of a request for a token, which has no fields. */
export const tokenRequest: z.ZodType<object, object> = z.strictObject({});

const audio = z.strictObject({ input: audioFormat, output: outputFormat });
const state = z.enum(['created', 'connecting', 'active', 'disconnected', 'ending', 'ended', 'suspended']);
const instant = z.iso.datetime();
const address = z.string().describe('A ws or wss URL.');

const transport = { type, protocol: z.string().describe("The client's protocol.") };

const session = {
  session_id: z.string(),
  state,
  created_at: instant,
  expires_at: instant.describe('The latest time at which the session ends.'),
};

export const startSessionResponse: z.ZodType = z.strictObject({
  ...session,
  transport: z.strictObject({
    ...transport,
    url: address,
    token: z.string().describe('Lets one client join, once, within 60 s.'),
    audio,
  }),
});

export const sessionResponse: z.ZodType = z.strictObject({
  ...session,
  reason: z.string().optional().describe('Why the session is ending or has ended.'),
  transport: z.strictObject({ ...transport, url: address, audio }),
  counters: z
    .strictObject({
      user_messages: count(),
      agent_messages: count(),
      interruptions: count(),
      function_calls: count(),
      errors: count(),
    })
    .optional()
    .describe('Absent for a suspended session.'),
  usage: usageSchema.optional().describe('Absent for a suspended session.'),
});

export const health: z.ZodType = z.strictObject({ healthy: z.literal(true) });
export const readiness: z.ZodType = z.strictObject({
  ready: z.literal(true),
  directory: z.enum(['connected', 'degraded']).optional(),
  recordings: z.enum(['written', 'failing']).optional(),
});

const fault = z.strictObject({ pointer: z.string().describe('A JSON Pointer.'), detail: z.string() });

export const problemBody: z.ZodType = z
  .strictObject({
    type: z.literal('about:blank'),
    title: z.string().describe('The reason phrase of the HTTP status.'),
    status: z.int(),
    code: z.enum(Object.keys(PROBLEMS) as [ProblemCode]).describe('Stable: programs may switch on it.'),
    detail: z.string(),
    errors: z.array(fault).optional(),
  })
  .describe('An error, as in RFC 9457.');
