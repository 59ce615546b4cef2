/** A range of bytes, including `from` and excluding `to`. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Parses the `Range` header of a file of `bytes` bytes. Returns null for the whole file: without the header, for another
 * unit, for several ranges, and for a malformed header, which RFC 9110 lets a server ignore.
 */
export function parseRange(header: string | undefined, bytes: number): ByteRange | null | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/u.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined) return null;
  return first === '' ? parseSuffix(last, bytes) : parseFrom(Number(first), last, bytes);
}

/** Parses `bytes=-500`: the last bytes. */
function parseSuffix(last: string, bytes: number): ReturnType<typeof parseRange> {
  if (last === '') return null;
  const length = Math.min(bytes, Number(last));
  return length === 0 ? 'unsatisfiable' : { from: bytes - length, to: bytes };
}

function parseFrom(from: number, last: string, bytes: number): ReturnType<typeof parseRange> {
  const to = last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  if (last !== '' && Number(last) < from) return null;
  return from < bytes ? { from, to } : 'unsatisfiable';
}
