/** One part of a form. */
export interface Part {
  readonly name: string;
  /** `''` if the part is no file. */
  readonly filename: string;
  readonly type: string;
  readonly body: Uint8Array;
}

/** Parses the parts of a `multipart/form-data` body, in order. Throws if it is not well formed. */
export function parseParts(contentType: string, body: Uint8Array): readonly Part[] {
  const boundary = /^multipart\/form-data; boundary=(\S+)$/u.exec(contentType)?.[1];
  if (boundary === undefined) throw new Error(`the content type ${contentType}`);
  const pieces = Buffer.from(body).toString('latin1').split(`--${boundary}`);
  if (pieces.shift() !== '' || !/^--(?:\r\n)?$/u.test(pieces.pop() ?? '')) throw new Error('a form that does not end');
  return pieces.map(parsePart);
}

function parsePart(piece: string): Part {
  const [, head = '', body = ''] = /^\r\n(.*?)\r\n\r\n(.*)\r\n$/su.exec(piece) ?? [];
  const field = (pattern: RegExp): string => pattern.exec(head)?.[1] ?? '';
  return {
    name: field(/[; ]name="([^"]*)"/u),
    filename: field(/filename="([^"]*)"/u),
    type: field(/^content-type: (.*)$/imu),
    body: Buffer.from(body, 'latin1'),
  };
}
