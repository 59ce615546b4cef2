import { once } from 'node:events';
import type { AudioSide } from '../../../studio/protocol.ts';
import type { AudioFormat } from '../call/wav.ts';
import { StudioError } from '../failures.ts';
import { findCall, type CallFile } from '../folder/folder.ts';
import type { StudioContext } from '../server/context.ts';
import type { Exchange } from '../server/route.ts';
import { parseRange, type ByteRange } from './parseRange.ts';

/** Number of bytes that are read at a time. */
const PIECE_BYTES = 1 << 20;

/** Answers with a WAV file, or with the range of it that a media element asks for. */
export async function answerAudio(
  { id, side }: { readonly id: string; readonly side: AudioSide },
  context: StudioContext,
  exchange: Exchange,
): Promise<void> {
  const file = await findCall(context.folder, id);
  await sendWav({ file, side }, context, exchange, {});
}

/** Sends a WAV file piece by piece, as fast as the client reads. */
export async function sendWav(
  source: { readonly file: CallFile; readonly side: AudioSide },
  { threads }: StudioContext,
  { request, response, signal }: Exchange,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const format = await threads.calls.ask({ name: 'audioFormat', input: source }, signal);
  const { bytes } = JSON.parse(Buffer.from(format).toString()) as AudioFormat;
  const range = parseRange(request.headers.range, bytes);
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${bytes}`);
    throw new StudioError(
      'range_refused',
      `range: expected bytes of the ${bytes} of the file, got "${request.headers.range}"`,
    );
  }
  const { from, to }: ByteRange = range ?? { from: 0, to: bytes };
  response.writeHead(range === null ? 200 : 206, {
    'content-type': 'audio/wav',
    'content-length': to - from,
    'accept-ranges': 'bytes',
    ...(range !== null && { 'content-range': `bytes ${from}-${to - 1}/${bytes}` }),
    ...headers,
  });
  for (let at = from; at < to && !signal.aborted; at += PIECE_BYTES) {
    const input = { ...source, from: at, to: Math.min(to, at + PIECE_BYTES) };
    const piece = await threads.calls.ask({ name: 'audio', input }, signal);
    if (!response.write(piece)) await once(response, 'drain', { signal });
  }
  response.end();
}
