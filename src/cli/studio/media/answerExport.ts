import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { findCall, type CallFile } from '../folder/folder.ts';
import type { StudioContext } from '../server/context.ts';
import { send } from '../server/respond.ts';
import type { Exchange } from '../server/route.ts';
import { sendWav } from './answerAudio.ts';

/** What a call is exported as. */
export const EXPORTS = ['json', 'wav', 'vtt'] as const;

type Export = (typeof EXPORTS)[number];

/** Answers with a download: the recording itself, its audio in stereo, or its transcript. */
export async function answerExport(
  { id, as }: { readonly id: string; readonly as: Export },
  context: StudioContext,
  exchange: Exchange,
): Promise<void> {
  await SENDERS[as](await findCall(context.folder, id), context, exchange);
}

type Sender = (file: CallFile, context: StudioContext, exchange: Exchange) => Promise<void>;

const SENDERS: { readonly [As in Export]: Sender } = {
  json: async (file, _context, { response }) => {
    response.writeHead(200, {
      'content-type': 'application/jsonl',
      'content-length': file.size,
      ...asDownload(file, 'jsonl'),
    });
    // A file that grows meanwhile is sent as it was.
    await pipeline(createReadStream(file.path, { end: Math.max(0, file.size - 1) }), response);
  },
  wav: (file, context, exchange) => sendWav({ file, side: 'both' }, context, exchange, asDownload(file, 'wav')),
  vtt: async (file, { threads }, { response, signal }) => {
    const transcript = await threads.calls.ask({ name: 'transcript', input: { file } }, signal);
    send(response, transcript, { type: 'text/vtt; charset=utf-8', headers: asDownload(file, 'vtt') });
  },
};

/** Names the downloaded file like the recording. */
function asDownload({ id }: CallFile, ending: string): Readonly<Record<string, string>> {
  const name = `${(id.split('/').at(-1) ?? 'call').replace(/\.jsonl$/u, '')}.${ending}`;
  const plain = name.replaceAll(/[^\w.-]/gu, '_');
  return { 'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeName(name)}` };
}

/** A half of a surrogate pair, which cannot be encoded. */
const LONE = /\p{Surrogate}/gu;

/** Encodes a name for `filename*`. Replaces a name with unpaired surrogates. */
function encodeName(name: string): string {
  return encodeURIComponent(name.replaceAll(LONE, '_')).replaceAll(
    /['()*]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
}
