import type { Hash } from 'node:crypto';
import { Writable } from 'node:stream';
import { createPullError, explainFullDisk } from './failure.ts';
import { stream, type Dispatcher } from './libraries.ts';
import type { OpenFile } from './openFile.ts';
import type { PullOptions } from './options.ts';
import type { Part, PartInfo } from './part.ts';

/** A request for the rest of a file. */
export interface Piece {
  readonly url: string;
  readonly part: Part;
  /** Number of bytes that have been downloaded. */
  readonly offset: number;
  readonly validator: string | null;
  /** The download fails if the file is larger. */
  readonly limit: number;
}

/** The state that the pieces of a file share. */
export interface PieceDeps {
  readonly dispatcher: Dispatcher;
  readonly options: PullOptions;
  /** The checksum of the downloaded bytes. */
  readonly hash: Hash;
  /** Begins the checksum anew. */
  restart(): Hash;
}

/** The error of a server. `isFinal` if another request would be useless. */
export class ServerError extends Error {
  readonly isFinal: boolean;

  constructor(url: string, status: number) {
    super(`${url} answers with HTTP ${status}`);
    this.isFinal = status < 500 && ![408, 416, 429].includes(status);
  }
}

const OK = 200;
const PARTIAL = 206;
const RANGE_NOT_SATISFIABLE = 416;

/**
 * Requests the rest of a file and appends it to its part. A server that does not support ranges, or that has replaced
 * the file, sends the whole file; the part and the checksum then begin anew. Resolves with the size of the file, or
 * null if the server does not state it.
 */
export async function readPiece(piece: Piece, deps: PieceDeps): Promise<number | null> {
  const { url, part } = piece;
  let failure: Error | null = null;
  let total: number | null = null;
  const refuse = (error: Error): Writable => {
    failure = error;
    return new Writable({ write: (_, __, callback) => callback() });
  };
  await stream(url, { dispatcher: deps.dispatcher, method: 'GET', headers: createHeaders(piece) }, (answer) => {
    const headers = answer.headers as Headers;
    const isResumed = answer.statusCode === PARTIAL && readStart(headers) === piece.offset;
    if (answer.statusCode === PARTIAL && !isResumed) return refuse(new ServerError(url, RANGE_NOT_SATISFIABLE));
    if (answer.statusCode !== OK && !isResumed) return refuse(new ServerError(url, answer.statusCode));
    const begun = isResumed ? piece.offset : 0;
    total = readTotal(headers, begun);
    part.writeInfo({ url, validator: findValidator(headers), total } satisfies PartInfo);
    return createWriter({ piece, begun, total, digest: isResumed ? deps.hash : deps.restart(), options: deps.options });
  }).catch((error: unknown) => {
    throw explainFullDisk(error, deps.options.folder, 'Free some space and pull again: the download resumes.');
  });
  if (failure !== null) {
    if (isOutOfRange(failure)) await part.remove();
    throw failure as Error;
  }
  return total;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function createHeaders({ offset, validator }: Piece): Record<string, string> {
  const plain = { 'accept-encoding': 'identity', 'user-agent': 'antiphon' };
  if (offset === 0) return plain;
  return { ...plain, range: `bytes=${offset}-`, ...(validator !== null && { 'if-range': validator }) };
}

function isOutOfRange({ message }: Error): boolean {
  return message.endsWith(` ${RANGE_NOT_SATISFIABLE}`);
}

function readStart(headers: Headers): number | null {
  const [, start] = /^bytes (\d+)-/u.exec(String(headers['content-range'])) ?? [];
  return start === undefined ? null : Number(start);
}

function readTotal(headers: Headers, begun: number): number | null {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return Number.isFinite(length) ? begun + length : null;
}

/** A weak `ETag` cannot validate a range. */
function findValidator({ etag, 'last-modified': date }: Headers): string | null {
  if (typeof etag === 'string' && !etag.startsWith('W/')) return etag;
  return typeof date === 'string' ? date : null;
}

interface Written {
  readonly piece: Piece;
  readonly begun: number;
  readonly total: number | null;
  readonly digest: Hash;
  readonly options: PullOptions;
}

/** Writes, counts and hashes the data that arrive, and fails if the file is too large. */
function createWriter({ piece, begun, total, digest, options }: Written): Writable {
  const file = piece.url.slice(piece.url.lastIndexOf('/') + 1);
  const opened: OpenFile = options.openFile(piece.part.path, begun > 0);
  let done = begun;
  const take = (chunk: Buffer): void => {
    done += chunk.length;
    if (done > piece.limit)
      throw createPullError(`${piece.url} is larger than the ${piece.limit} bytes that were expected`);
    opened.write(chunk);
    digest.update(chunk);
    options.onProgress({ phase: 'downloading', file, done, total });
  };
  return new Writable({
    write: (chunk: Buffer, _, callback) => {
      try {
        take(chunk);
        callback();
      } catch (error) {
        callback(error as Error);
      }
    },
    destroy: (error, callback) => {
      opened.close();
      callback(error);
    },
  });
}
