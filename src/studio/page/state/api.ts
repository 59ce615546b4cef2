import type {
  CallDetail,
  CallPart,
  CallsRequest,
  CallsResponse,
  CallSteps,
  ModelRequest,
  ScoreRequest,
  ScoreResponse,
  Sliders,
  StudioFailure,
  SweepProgress,
  SweepRequest,
  SweepResult,
  WhatIfRequest,
  WhatIfResponse,
} from '../../protocol.ts';
import { readLines } from './readLines.ts';
import { StudioError } from './studioError.ts';
import { token } from './token.ts';

type Parameters = Readonly<Record<string, string | number>>;

/** Returns the address of a resource, for media elements and downloads too. */
export function addressOf(path: string, parameters: Parameters = {}): string {
  const search = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  return `api/${path}${search.size === 0 ? '' : `?${search.toString()}`}`;
}

/** The requests of the page. */
export interface StudioApi {
  readonly calls: (request: CallsRequest, signal: AbortSignal) => Promise<CallsResponse>;
  readonly call: (id: string) => Promise<CallDetail>;
  readonly part: (id: string, from: number, to: number, bins: number) => Promise<CallPart>;
  readonly steps: (id: string) => Promise<CallSteps>;
  readonly request: (id: string, stream: string) => Promise<ModelRequest>;
  readonly sliders: (id: string) => Promise<Sliders>;
  readonly whatIf: (request: WhatIfRequest, signal: AbortSignal) => Promise<WhatIfResponse>;
  readonly score: (request: ScoreRequest) => Promise<ScoreResponse>;
  readonly sweep: (
    request: SweepRequest,
    progress: (progress: SweepProgress) => void,
    signal: AbortSignal,
  ) => Promise<SweepResult>;
}

export const api: StudioApi = {
  calls: (request, signal) => getJson('calls', { ...request }, signal),
  call: (id) => getJson('call', { id }),
  part: (id, from, to, bins) => getJson('part', { id, from, to, bins }),
  steps: (id) => getJson('steps', { id }),
  request: (id, stream) => getJson('request', { id, stream }),
  sliders: (id) => getJson('sliders', { id }),
  whatIf: (request, signal) => postJson('what-if', request, signal),
  score: (request) => postJson('score', request),
  sweep,
};

/** Runs a sweep. Reports its progress, and resolves to its result. */
async function sweep(
  request: SweepRequest,
  progress: (progress: SweepProgress) => void,
  signal: AbortSignal,
): Promise<SweepResult> {
  const response = await send('sweep', { method: 'POST', body: JSON.stringify(request), signal });
  for await (const line of readLines(response)) {
    const message = JSON.parse(line) as SweepProgress | SweepResult | StudioFailure;
    if ('cells' in message) return message;
    if ('code' in message) throw new StudioError(message);
    progress(message);
  }
  throw new StudioError({ code: 'connection_lost', message: 'The sweep ended without a result.' });
}

async function getJson<Value>(path: string, parameters: Parameters, signal?: AbortSignal): Promise<Value> {
  const response = await send(path, signal === undefined ? {} : { signal }, parameters);
  return (await response.json()) as Value;
}

async function postJson<Value>(path: string, body: object, signal?: AbortSignal): Promise<Value> {
  const init = { method: 'POST', body: JSON.stringify(body), ...(signal === undefined ? {} : { signal }) };
  const response = await send(path, init);
  return (await response.json()) as Value;
}

/** Downloads a resource as a file. */
export async function download(path: string, parameters: Parameters, name: string): Promise<void> {
  const response = await send(path, {}, parameters);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function send(path: string, init: RequestInit, parameters: Parameters = {}): Promise<Response> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  if (init.body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(addressOf(path, parameters), { ...init, headers }).catch((error: unknown) => {
    if (init.signal?.aborted === true) throw error;
    throw new StudioError({ code: 'connection_lost', message: 'The server does not answer. Is it still running?' });
  });
  if (!response.ok) throw new StudioError(await readFailure(response));
  return response;
}

async function readFailure(response: Response): Promise<StudioFailure> {
  const body: unknown = await response.json().catch(() => null);
  const message = `The server answered with status ${response.status}.`;
  if (typeof body !== 'object' || body === null) return { code: 'server_failed', message };
  const { code, message: given, docs } = body as Partial<StudioFailure>;
  return { code: code ?? 'server_failed', message: given ?? message, docs };
}
