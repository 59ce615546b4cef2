import * as z from 'zod';
import type { AudioSide, CallsRequest, Column, SweepRequest } from '../../studio/protocol.ts';
import { findCall } from './folder/folder.ts';
import { answerExport, EXPORTS } from './media/answerExport.ts';
import { answerAudio } from './media/answerAudio.ts';
import { sendJson } from './server/respond.ts';
import { createRoute, type Route } from './server/route.ts';

const COLUMNS: { readonly [Name in Column]: true } = {
  id: true,
  recordedAt: true,
  line: true,
  agent: true,
  lengthMs: true,
  turns: true,
  waitP50Ms: true,
  waitP95Ms: true,
  interruptions: true,
  cutOffs: true,
  failures: true,
  cost: true,
  end: true,
};

const SIDES: { readonly [Side in AudioSide]: true } = { user: true, agent: true, both: true, heard: true };

const id = z.string().min(1).max(1024);
const ofCall = z.strictObject({ id });
/** A number in a query. */
const numeral = z.coerce.number();
const ms = z.number().min(0).max(604_800_000);

function keysOf<Name extends string>(names: Readonly<Record<Name, true>>): readonly [Name, ...Name[]] {
  return Object.keys(names) as [Name, ...Name[]];
}

const callsSchema = z.strictObject({
  query: z.string().max(1000).default(''),
  sort: z.enum(keysOf(COLUMNS)).default('recordedAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
  offset: numeral.int().min(0).default(0),
  limit: numeral.int().min(1).max(1000).default(100),
}) satisfies z.ZodType<CallsRequest>;

const partSchema = z
  .strictObject({
    id,
    from: numeral.min(0).max(604_800_000),
    to: numeral.min(0).max(604_800_000),
    bins: numeral.int().min(1).max(8192).default(1280),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'a time after `from`' });

const scoreSchema = z
  .strictObject({ id, fromMs: ms.optional(), toMs: ms.optional() })
  .refine(({ fromMs = 0, toMs = Number.POSITIVE_INFINITY }) => fromMs < toMs, {
    path: ['toMs'],
    error: 'a time after `fromMs`',
  });

const axis = z.strictObject({
  name: z.string().min(1).max(100),
  from: z.number(),
  to: z.number(),
  count: z.int().min(1).max(50),
});

const sweepSchema = z.strictObject({
  ids: z.array(z.string().min(1).max(1024)).min(1).max(500),
  axes: z.array(axis).min(1).max(4),
}) satisfies z.ZodType<SweepRequest>;

/** The routes of the API. A live session, an eval or a hearing gets its routes here. */
export const ROUTES: readonly Route[] = [
  createRoute({
    method: 'GET',
    path: '/calls',
    schema: callsSchema,
    handle: async (request, { folder, cacheFolder, prices, threads }, { response, signal }) => {
      const input = { folder, cacheFolder, prices, request };
      sendJson(response, await threads.index.ask({ name: 'calls', input }, signal));
    },
  }),
  createRoute({
    method: 'GET',
    path: '/call',
    schema: ofCall,
    handle: async ({ id: of }, { folder, prices, threads }, { response, signal }) => {
      const input = { file: await findCall(folder, of), prices };
      sendJson(response, await threads.calls.ask({ name: 'detail', input }, signal));
    },
  }),
  createRoute({
    method: 'GET',
    path: '/part',
    schema: partSchema,
    handle: async ({ id: of, from, to, bins }, { folder, threads }, { response, signal }) => {
      const input = { file: await findCall(folder, of), fromMs: from, toMs: to, bins };
      sendJson(response, await threads.calls.ask({ name: 'part', input }, signal));
    },
  }),
  createRoute({
    method: 'GET',
    path: '/request',
    schema: z.strictObject({ id, stream: z.string().max(64) }),
    handle: async ({ id: of, stream }, { folder, threads }, { response, signal }) => {
      const input = { file: await findCall(folder, of), stream };
      sendJson(response, await threads.calls.ask({ name: 'request', input }, signal));
    },
  }),
  createRoute({
    method: 'GET',
    path: '/sliders',
    schema: ofCall,
    handle: async ({ id: of }, { folder, threads }, { response, signal }) => {
      const input = { file: await findCall(folder, of) };
      sendJson(response, await threads.runs.ask({ name: 'sliders', input }, signal));
    },
  }),
  createRoute({
    method: 'GET',
    path: '/steps',
    schema: ofCall,
    handle: async ({ id: of }, { folder, session, threads }, { response, signal }) => {
      const input = { file: await findCall(folder, of), session };
      sendJson(response, await threads.runs.ask({ name: 'steps', input }, signal));
    },
  }),
  createRoute({
    method: 'POST',
    path: '/what-if',
    schema: z.strictObject({ id, changes: z.record(z.string().max(100), z.unknown()) }),
    handle: async (request, { folder, session, threads }, { response, signal }) => {
      const input = { file: await findCall(folder, request.id), session, request };
      sendJson(response, await threads.runs.ask({ name: 'whatIf', input }, signal));
    },
  }),
  createRoute({
    method: 'POST',
    path: '/sweep',
    schema: sweepSchema,
    // Loads the code of sessions. Studio starts without it.
    handle: async (...request) => (await import('./runs/answerSweep.ts')).answerSweep(...request),
  }),
  createRoute({
    method: 'POST',
    path: '/score',
    schema: scoreSchema,
    handle: async (request, { folder, threads }, { response, signal }) => {
      const input = { file: await findCall(folder, request.id), request };
      sendJson(response, await threads.runs.ask({ name: 'score', input }, signal));
    },
  }),
  createRoute({
    method: 'GET',
    path: '/audio',
    isMedia: true,
    schema: z.strictObject({ id, side: z.enum(keysOf(SIDES)) }),
    handle: answerAudio,
  }),
  createRoute({
    method: 'GET',
    path: '/export',
    isMedia: true,
    schema: z.strictObject({ id, as: z.enum(EXPORTS) }),
    handle: answerExport,
  }),
];
