import * as z from 'zod';
import { INCOMING_DESCRIPTIONS, OUTGOING_DESCRIPTIONS } from './descriptions.ts';
import { DIGITS } from '../core/digit.ts';
import { escapePattern } from '../core/escapePattern.ts';
import { TURN_COMMANDS } from '../core/ports.ts';
import { HEARD_BY } from '../core/playout.ts';
import { kind, speechModelEvent, timings, written } from './eventSchemas.ts';
import { READ_FORMATS, type Head, type Incoming, type Outgoing } from './format.ts';

const text = z.string();
const count = z.number().int().min(0);
const segment = count;
/** Number of samples in one piece of audio: at most 10 s at the highest rate. */
const samples = count.max(1_920_000);
/** Sample rate in Hz. */
const rate = count.max(192_000);
/** Session time in ms: longer than any session. */
const time = z.number().min(0).max(604_800_000);
/** Samples played of one utterance: at most the length of a session at the highest rate. */
const played = count.max(604_800 * 192_000);
/** The details of a transcript. */
const details = {
  words: z
    .array(
      z.looseObject({
        text,
        startMs: z.number(),
        endMs: z.number(),
        confidence: z.number().optional(),
        language: text.optional(),
        speaker: text.optional(),
      }),
    )
    .optional(),
  confidence: z.number().optional(),
  language: text.optional(),
  speaker: text.optional(),
};
const model = text.optional().describe('Name of the model. Absent: the provider names none.');
const tts = z.looseObject({
  name: text,
  model,
  sampleRate: rate,
  accepts: z.enum(['sentences', 'tokens']),
  language: text,
  keepsWarm: z.boolean(),
});
const stt = z.looseObject({
  name: text,
  model,
  sampleRate: rate,
  finalTimeoutMs: z.number(),
  interims: z.boolean(),
  delaysInterims: z.boolean().optional().describe('True if it may hold words back. Absent: false.'),
  turns: z.boolean().optional().describe('True if it can find the ends of turns. Absent: false.'),
});

/** The first line of a recording. */
export const headSchema: z.ZodType<Head> = z.looseObject({
  format: z.literal(READ_FORMATS).describe('Version of the format.'),
  antiphon: text.describe('Version of the library that wrote it.'),
  rules: z
    .looseObject({ turnTaking: count, phrases: text })
    .optional()
    .describe('Versions of the rules of turn-taking, and of the built-in lists of phrases. Absent: the first.'),
  node: text.describe('Version of Node that ran it.'),
  session: text.describe('Id of the session.'),
  agent: text.optional().describe('Name of the agent. Absent: it has none.'),
  recorded_at: text.describe('Time of the recording: ISO 8601, UTC.'),
  config: z
    .looseObject({ initial_messages: z.array(z.looseObject({})), vad: z.looseObject({ provider: text }) })
    .describe('The config: with masked keys, without session_data.'),
  ports: z.looseObject({
    vad: z.looseObject({ sampleRate: z.literal([8000, 16_000]), windowSamples: count.min(1).max(192_000) }),
    stt,
    tts,
    speechModel: z
      .looseObject({ name: text, model: text, sampleRate: rate, output: z.enum(['audio', 'text']) })
      .optional()
      .describe('The speech model. Absent: none.'),
    turns: z
      .looseObject({ kind: z.enum(['pause', 'streaming']), name: text })
      .optional()
      .describe('The turn model. Absent: none, or a recording of an earlier version.'),
  }),
  io: z.looseObject({
    outputSampleRate: z.number().nullable(),
    outputFrameMs: z.number().nullish().describe('Length of the agent’s audio frames, in ms. Null or absent: 20.'),
    outputLeadMs: z.number().optional().describe('How far audio is sent ahead of its playback, in ms. Absent: 200.'),
    reportsStarts: z.boolean().optional().describe('True if the client reports starts. Absent: false.'),
    heard: z.enum(HEARD_BY).optional().describe('How the reports come about. Absent: reported.'),
    line: text.optional().describe('Protocol of the line. Absent: unknown, or a recording of an earlier version.'),
    streams: z
      .array(z.enum(['textIn', 'digits', 'muted', 'turns', 'connected']))
      .describe('The optional streams of the transport.'),
  }),
  splices: z.array(text).describe('Edges with an operator spliced in.'),
  stages: z.array(text).describe('Stages wrapped or replaced.'),
  audio: z.boolean().describe('True if the user’s audio is kept. Otherwise a replay has silence of the same length.'),
  agentAudio: z.literal(true).optional().describe('True if the agent’s audio is kept. Absent: it is not.'),
}) as unknown as z.ZodType<Head>;

const verdict = z.looseObject({ over: z.number().min(0).max(1), backchannel: z.number().min(0).max(1).optional() });

/** Schemas of inputs, by kind of stream. */
export const incomingSchemas: { readonly [Kind in keyof Incoming]: z.ZodType } = {
  audio: z.looseObject({ samples, rate, pcm: text.optional() }),
  typed: z.looseObject({ text }),
  digit: z.enum(DIGITS),
  muted: z.boolean(),
  turns: z.enum(TURN_COMMANDS),
  connected: z.boolean(),
  report: z.looseObject({
    kind: z.enum(['started', 'position', 'finished', 'cleared']),
    utterance: text,
    playedSamples: z.number(),
    outputLatencyMs: z.number().optional(),
  }),
  vad: z.number().min(0).max(1),
  stt: z.discriminatedUnion('kind', [
    kind('interim', { segment, text, ...details }),
    kind('final', {
      segment,
      text,
      last: z.boolean().optional(),
      provisional: z.boolean().optional(),
      ...details,
    }),
    kind('empty', { segment }),
    kind('turn', {
      segment,
      state: z.enum(['update', 'eager_end', 'resumed', 'end']),
      confidence: z.number().optional(),
      atMs: z.number().optional(),
    }),
    kind('failed', { segment, error: written }),
    kind('report', { error: written }),
    kind('served', { provider: text, model }),
    kind('used', { provider: text, model, seconds: z.number() }),
  ]),
  model: speechModelEvent,
  turn: verdict,
  standstill: verdict,
  llm: z.unknown(),
  tts: z.discriminatedUnion('kind', [
    kind('audio', { samples, rate }),
    kind('words', {
      words: timings,
    }),
    kind('mark', { chars: count }),
    kind('report', { error: written }),
    kind('served', { provider: text, model }),
    kind('used', { provider: text, model, characters: count }),
  ]),
  warm: written,
  found: written,
  fn: z.union([
    z.looseObject({ content: text }),
    z.looseObject({ acknowledge: text }),
    z.looseObject({ progress: text, say: z.union([text, z.boolean()]).optional() }),
  ]),
  entry: z.looseObject({ text: z.unknown().optional() }),
  away: z.looseObject({ text: z.unknown().optional() }),
  filler: z.looseObject({ text: z.unknown().optional() }),
  args: z.looseObject({ issues: z.array(z.looseObject({ path: z.array(text), message: text })).optional() }),
  functions: z.record(
    text,
    z.looseObject({
      description: text,
      json_schema: z.looseObject({}),
      uninterruptible: z.boolean(),
      interruptible: z.boolean().optional(),
      timeout: z.number(),
      filler: text.optional(),
      background: z
        .looseObject({
          result: z.enum(['when_idle', 'interrupt', 'silent']),
          duplicates: z.enum(['refuse', 'replace', 'allow']),
          cancel: z.boolean(),
        })
        .optional()
        .describe('Absent: the model waits for its result.'),
    }),
  ),
  asked: z.discriminatedUnion('kind', [
    kind('start', {
      resumed: z
        .looseObject({ seq: z.int(), unanswered: text.nullable() })
        .optional()
        .describe('The session continues from a checkpoint.'),
    }),
    kind('say', { text, first: z.boolean() }),
    kind('interrupt'),
    kind('respond', {
      request: z
        .looseObject({
          instructions: text.optional(),
          text: text.optional(),
          tool_choice: z.union([text, z.looseObject({})]).optional(),
          allow_interruptions: z.boolean().optional(),
        })
        .optional()
        .describe('What the reply is asked for. Absent: an answer to the conversation so far.'),
    }),
    kind('add_messages', { messages: z.array(z.looseObject({ role: text, content: text })) }),
    kind('cancel', { tool_call_id: text }),
    kind('update', {
      instructions: text.optional(),
      functions: z.array(text).optional().describe('Names of functions; `functions` lines have them.'),
      tts: z.looseObject({ config: z.looseObject({}).optional(), port: tts }).optional(),
      stt: z.looseObject({ config: z.looseObject({}).optional(), port: stt }).optional(),
      settings: z
        .looseObject({})
        .optional()
        .describe('Other settings, as in the config. Null: as at the start of the session.'),
      language: text.optional().describe('BCP-47 tag of the language that is spoken from then on.'),
      handoff: z
        .looseObject({
          name: text,
          messages: z.array(z.looseObject({ role: text, content: text })),
          history: z.enum(['all', 'none', 'summary', 'kept']),
          summary: text.optional(),
          tool_call_id: text.optional(),
        })
        .optional()
        .describe('The agent that answers from then on, and what it knows of the conversation.'),
    }),
    kind('end', { after: z.enum(['speech', 'words', 'now']), reason: text }),
  ]),
  tick: z.undefined(),
  own: z.undefined(),
};

const kinded = z.looseObject({ kind: text });
const turned = z.looseObject({ turn: count });

/** Schemas of outputs, by name. */
export const outgoingSchemas: { readonly [Name in keyof Outgoing]: z.ZodType } = {
  event: z.looseObject({ name: text, seq: count }),
  error: written,
  command: z.looseObject({ kind: z.enum(['start', 'end', 'clear']), utterance: text }),
  opened: text,
  left: text,
  stt: z.looseObject({ kind: z.enum(['start', 'flush', 'end']), segment }),
  model: kinded,
  activity: kinded,
  transcript: z.looseObject({ kind: z.enum(['interim', 'final']), segment, text, ...details }),
  interruption: z.looseObject({ segment }),
  userTurn: z.looseObject({ turn: count, text }),
  reply: kinded,
  functionCalls: turned,
  functionResults: turned,
  speech: kinded,
  playout: z.looseObject({ kind: text, samples: played.optional(), rate: rate.optional(), pcm: text.optional() }),
  metrics: turned,
  usage: z.looseObject({
    stt: z.array(z.looseObject({ provider: text, seconds: z.number() })),
    tts: z.array(z.looseObject({ provider: text, characters: count, heardCharacters: count })),
    llm: z.array(z.looseObject({ calls: count, unreportedCalls: count })),
  }),
  ended: text,
};

const check = z.looseObject({ lines: count, sum: text });
const place = {
  t: time.describe('Session time, in ms to the microsecond.'),
  check: check.optional().describe('At every 64th line and the last: the number of lines so far, and their sum.'),
};
const came = {
  ...place,
  error: written.optional().describe('The stream failed.'),
  end: z.literal(true).optional().describe('The stream ended.'),
  after: count
    .optional()
    .describe('It came within the step of the last line without this key: after so many values of its stream.'),
  by: text.optional().describe('It was requested by the developer’s code behind this stream.'),
  joined: z.literal(true).optional().describe('No promise had settled since the line before.'),
  due: z.number().max(604_800_000).optional().describe('The earliest timer that had not run yet, though it was due.'),
};
export const inLine: z.ZodType = z.looseObject({ ...came, in: text });
export const outLine: z.ZodType = z.looseObject({
  ...place,
  out: z.enum(Object.keys(outgoingSchemas) as (keyof Outgoing)[]),
});
export const droppedLine: z.ZodType = z.looseObject({ ...place, dropped: count.max(1_000_000_000) });

/** Creates the JSON Schema of a recording's lines, including the head. */
export function createRecordingSchema(): Record<string, unknown> {
  const ins = Object.entries(incomingSchemas).map(([kind, v]) =>
    z
      .looseObject({ ...came, in: z.string().regex(new RegExp(`^${escapePattern(kind)}(\\.\\d+)?$`)), v: v.optional() })
      .describe(INCOMING_DESCRIPTIONS[kind as keyof Incoming]),
  );
  const outs = Object.entries(outgoingSchemas).map(([name, v]) =>
    z.looseObject({ ...place, out: z.literal(name), v }).describe(OUTGOING_DESCRIPTIONS[name as keyof Outgoing]),
  );
  const head = headSchema.describe('The first line: the configuration and the ports of the session.');
  const dropped = droppedLine.describe('A gap: the number of lines that were dropped because the sink was too slow.');
  return z.toJSONSchema(z.union([head, ...ins, ...outs, dropped]), { unrepresentable: 'any' });
}
